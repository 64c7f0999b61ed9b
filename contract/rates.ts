import * as z from 'zod/mini'
import * as endpoints from './endpoints/rates.ts'
import { decimal, defineOperation, moment } from './operation.ts'

/** The time that the server keeps an exchange rate in memory, in milliseconds. */
export const rateCacheMs = 1_800_000

export const getExchangeRates = defineOperation(endpoints.getExchangeRates, {
  summary:
    'USD per unit of each currency, with a USDT key; after a failure the fallback 1 and an error text. A refresh reads the service again, at most ten times a minute.',
  query: z.strictObject({ refresh: z.optional(z.enum(['true', 'false'])) }),
  output: z.object({
    /**
     * The rate of USDT, which members pay with. Other currencies that a service may know are not passed on, as no
     * calculation uses them.
     */
    conversion_rates: z.record(z.string(), decimal),
    /** True when the provider failed and 1 stands in for the rate. */
    is_fallback: z.boolean(),
    fetched_at: moment,
    error: z.optional(z.string()),
  }),
})
