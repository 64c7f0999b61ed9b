import * as z from 'zod/mini'
import { wholeNumber } from '../setting-schemas.ts'

/** The settings of the figures for Prometheus. */
export const metricsSettings = {
  metricsPort: {
    name: 'METRICS_PORT',
    meaning:
      'Port on which Prometheus reads the figures of the server at /metrics. They name no person, and are for the operator ' +
      'alone: the port has no log-in. Without it there are none.',
    expected: 'a whole number from 1 to 65535, other than PORT',
    schema: z.optional(wholeNumber(1, 65_535)),
  },
  metricsHost: {
    name: 'METRICS_HOST',
    meaning: 'Address on which METRICS_PORT listens.',
    expected: 'a host name or an IP address',
    fallback: '127.0.0.1',
    schema: z.string().check(z.regex(/^[\w.:-]+$/)),
  },
}
