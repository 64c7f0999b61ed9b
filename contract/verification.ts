import * as z from 'zod/mini'
import * as endpoints from './endpoints/verification.ts'
import { defineOperation, emptyObject, id, moment } from './operation.ts'
import { reversalReason } from './reversal-reason.ts'

/** A broken rule of the ledger, about an account or about the platform. */
export const finding = z.object({
  id,
  /** The rule as the database names it, such as `balance differs from its lines`. */
  rule: z.string(),
  /** The member with this account; null for a rule about the platform. */
  member: z.nullable(z.object({ id, full_name: z.string(), member_id: z.nullable(z.string()) })),
  /** The movement, request or other row that broke the rule. */
  row_id: z.nullable(id),
  /** The coins of the account, every approval or nothing waits for the release. */
  stops: z.enum(['nothing', 'account', 'platform']),
  /** The two figures that the rule compares, as they were first seen; null for rules without figures. */
  expected: z.nullable(z.string()),
  actual: z.nullable(z.string()),
  first_seen_at: moment,
  last_seen_at: moment,
  /** The time of the check that found the books right again; null while the rule is broken. */
  settled_at: z.nullable(moment),
  release: z.nullable(z.object({ at: moment, by: z.string(), reason: z.string() })),
})
export type Finding = z.infer<typeof finding>

const verificationRun = z.object({
  finished_at: moment,
  seconds: z.number(),
  /** The time from the beginning of the run before to the end of this one: no edit that these runs see stays unseen for longer. Null after
   * the first run. */
  reach_seconds: z.nullable(z.number()),
  accounts: z.number(),
  /** Zero for a run over the balances, which reads none. */
  movements: z.number(),
  findings: z.number(),
})

export const verification = z.object({
  /** `never` and `late` say nothing about the books. `open` while a finding is not released. */
  state: z.enum(['never', 'late', 'open', 'good']),
  /** The last run over the whole books, and over all present balances. */
  whole: z.nullable(verificationRun),
  balances: z.nullable(verificationRun),
  /** The number of findings that are not released. */
  open_count: z.number(),
  /** Open findings before released ones, and the newest of each first; 50 at most. */
  findings: z.array(finding),
})
export type Verification = z.infer<typeof verification>

export const getVerification = defineOperation(endpoints.getVerification, {
  summary: 'The last checks of the books against the rules of the ledger, and what they have found.',
  output: verification,
})

export const releaseFinding = defineOperation(endpoints.releaseFinding, {
  summary: 'Release what a finding has stopped, with a reason, after a later check has found the books right again.',
  params: z.strictObject({ findingId: id }),
  body: z.strictObject({ reason: reversalReason }),
  output: emptyObject,
  errors: ['not_found', 'finding_persists', 'finding_released_already', 'step_up_required'],
})
