import * as z from 'zod/mini'
import * as endpoints from './endpoints/settings.ts'
import { decimal, defineOperation } from './operation.ts'

export const getPlatformSettings = defineOperation(endpoints.getPlatformSettings, {
  summary: 'The facts about this installation that every page needs.',
  output: z.object({
    /** True when the rate indicator may show its simulated movement. It is false until there is a member. */
    simulated_movement: z.boolean(),
    /** Share of the base coins of a friend's first package that the referrer receives. */
    referral_percentage: decimal,
    /** The most USD that one request may be worth. */
    request_limit_usd: decimal,
    /** The days for which bonus and reward coins can be neither withdrawn nor sent. */
    maturity_days: decimal,
    /** True while the policy approves small buys without a person, so that no text promises that a person checks each. */
    is_automatic_approval_on: z.boolean(),
    /** True in a demonstration world, in which people and requests are made up. */
    is_demo: z.boolean(),
    /** True when mails are kept at /dev/mail instead of being sent. */
    has_mail_page: z.boolean(),
  }),
})

export const getDepositInstructions = defineOperation(endpoints.getDepositInstructions, {
  summary: 'The address and the instructions for sending USDT for a buy request.',
  output: z.object({
    network: z.string(),
    /** Null while buying is closed because no address is set. */
    address: z.nullable(z.string()),
    /** True when the address is a placeholder. Coins sent there reach no wallet. */
    is_placeholder: z.boolean(),
    /** The default instructions in English, or those that an administrator has written. */
    instructions: z.array(z.string()),
    /** True for the default instructions, which pages show in their own language. */
    are_instructions_usual: z.boolean(),
    /** The price of a coin in a top-up, in USD. */
    topup_coin_price: decimal,
  }),
})
