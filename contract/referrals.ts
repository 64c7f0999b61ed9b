import * as z from 'zod/mini'
import * as endpoints from './endpoints/referrals.ts'
import { decimal, defineOperation, id, moment, pageQuery, pageOf } from './operation.ts'

export type ReferralStatus = (typeof endpoints.referralStatuses)[number]

/** A friend whom a member referred. */
export const referral = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  joined_at: moment,
  status: z.enum(endpoints.referralStatuses),
  /**
   * The coins that the friend's first package earned or, while it waits for a decision, would earn; null before that.
   */
  reward_coins: z.nullable(decimal),
})
export type Referral = z.infer<typeof referral>

export const listReferrals = defineOperation(endpoints.listReferrals, {
  summary: 'The friends of the calling member, newest first.',
  query: z.strictObject({ status: z.optional(z.enum(endpoints.referralStatuses)), ...pageQuery }),
  output: pageOf(referral),
})

export const getReferralSummary = defineOperation(endpoints.getReferralSummary, {
  summary: 'The number of the calling member’s friends, and the rewards for them.',
  output: z.object({
    total: z.number(),
    registered: z.number(),
    pending: z.number(),
    awarded: z.number(),
    earned_coins: decimal,
    /** The coins that members would earn if every first package that waits for a decision were approved. */
    pending_coins: decimal,
  }),
})
export type ReferralSummary = z.infer<typeof getReferralSummary.output>
