import * as z from 'zod/mini'
import { decimal, defineOperation, id, moment, page, pageOf } from './operation.ts'
import { memberOnly } from './roles.ts'

/** The steps of a friend: registered, asked for a first package, received it. */
export const referralStatuses = ['Registered', 'First Purchase Pending', 'Bonus Awarded'] as const
export type ReferralStatus = (typeof referralStatuses)[number]

/** A friend whom a member referred. */
export const referral = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  joined_at: moment,
  status: z.enum(referralStatuses),
  /**
   * The coins that the friend's first package earned or, while it waits for a decision, would earn; null before that.
   */
  reward_coins: z.nullable(decimal),
})
export type Referral = z.infer<typeof referral>

export const listReferrals = defineOperation({
  id: 'list_referrals',
  summary: 'The friends whom the calling member brought in, newest first.',
  method: 'GET',
  path: '/api/referrals',
  access: memberOnly,
  query: z.strictObject({ status: z.optional(z.enum(referralStatuses)), ...page }),
  output: pageOf(referral),
})

export const getReferralSummary = defineOperation({
  id: 'get_referral_summary',
  summary: 'How many friends the calling member brought in, and what that earned.',
  method: 'GET',
  path: '/api/referral-summary',
  access: memberOnly,
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
