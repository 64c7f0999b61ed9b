import * as z from 'zod/mini'
import { decimal, moment } from './operation.ts'

/** The worth that a rule compares: of the decision alone, or with what was decided in the last 24 hours. */
export const ruleScopes = ['single', 'by_administrator_24h', 'by_member_24h', 'by_platform_24h'] as const

export const brokenRule = z.object({
  scope: z.enum(ruleScopes),
  /** The worth above which the rule applies. */
  over_usd: decimal,
  /** The worth that was decided in the last 24 hours, as the rule sums it; 0 for the scope "single". */
  before_usd: decimal,
})
export type BrokenRule = z.infer<typeof brokenRule>

/**
 * The needs of an approval by the caller at this moment. `nothing`: it would be decided at once. `completes`: it would be
 * decided at once, because it was approved before. `second`: it would wait for a second administrator. `delay`: it would wait
 * for its time, because there is no second administrator. `given`: the caller has approved it, and it waits. `held`: a rule
 * holds it. `beneficiary`: it would pay the caller, so another administrator decides.
 */
export const approvalNeeds = ['nothing', 'completes', 'second', 'delay', 'given', 'held', 'beneficiary'] as const

export const approvalOutlook = z.object({
  need: z.enum(approvalNeeds),
  worth_usd: decimal,
  /** The rule that asks for a second administrator, or holds the request; null if none does. */
  rule: z.nullable(brokenRule),
  /** The time from which the approval can be completed without a second administrator, or until which it is held. */
  ready_at: z.nullable(moment),
  /** The oldest approval that counts: its administrator and its time. */
  first: z.nullable(z.object({ full_name: z.string(), is_own: z.boolean(), created_at: moment })),
})
export type ApprovalOutlook = z.infer<typeof approvalOutlook>

/** The needs of a change by the caller at this moment, in the words of `approvalNeeds`. */
export const changeOutlook = z.object({
  need: z.enum(['nothing', 'second', 'delay']),
  /** The worth of a correction, and the rule that it breaks; null for other changes. */
  worth_usd: z.nullable(decimal),
  rule: z.nullable(brokenRule),
  /** A package may give so many times what it costs without a second owner; null for other changes. */
  package_gain_max: z.nullable(decimal),
})
export type ChangeOutlook = z.infer<typeof changeOutlook>
