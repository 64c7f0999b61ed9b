import type { AuditAction } from '../../../contract/audit.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { recordAudit } from '../audit-trail.ts'
import type { Db } from '../db/client.ts'
import { Refusal, refusalOf } from '../db/refusal.ts'
import { networkOf } from '../ip-network.ts'
import { type Buckets, createBuckets, type Rule, type Verdict } from './buckets.ts'
import { callRules, hashingCalls, namedRules, type CallRule, type LimitedCall, type RuleName } from './policy.ts'

export interface Limits {
  /** Refuses a call that its operation's limits do not allow; the result is told how the call ended. */
  enter: (operationId: string, call: { userId: string | undefined; ipAddress: string; body: unknown }) => Promise<Leave>
  /** Refuses with too_many_requests when the subject has none left. */
  take(name: RuleName, subject: string): Promise<void>
  /** Takes one, or says that there is none left: for what is then left out silently. */
  tryTake(name: RuleName, subject: string): Promise<boolean>
  /** Takes one, or says how long to wait and whether that was said before. */
  judge(name: RuleName, subject: string): Promise<Verdict>
  giveBack(name: RuleName, subject: string): Promise<void>
  /** Checks a password or a code of somebody signed in: only a wrong one counts, and five wrong ones end the guessing. */
  guess(userId: string, check: () => Promise<boolean>): Promise<boolean>
}

/** Without an error the call has succeeded. */
export type Leave = (error?: unknown) => Promise<void>

/** `isHashingBusy`: as many passwords wait to be hashed as may, so another one would be turned away in any case. */
export function createLimits(db: Db, { isHashingBusy }: { isHashingBusy: () => boolean }): Limits {
  const buckets = createBuckets(db)
  const judge: Limits['judge'] = (name, subject) => buckets.take(namedRules[name], subject)
  const giveBack: Limits['giveBack'] = (name, subject) => buckets.giveBack(namedRules[name], subject)
  const take: Limits['take'] = async (name, subject) => refuseUnlessTaken(await judge(name, subject))
  return {
    async enter(operationId, { userId, ipAddress, body }) {
      // Before anything is counted: a flood from many addresses is turned away without a query, too.
      if (hashingCalls.has(operationId) && isHashingBusy()) throw new Refusal('too_many_requests')
      const flag: Flag = async (action, subject) =>
        recordAudit(db, { action, actorId: userId ?? null, ipAddress, detail: { counted: subject } })
      return enter(buckets, callRules[operationId] ?? [], { userId, network: networkOf(ipAddress), body }, flag)
    },
    take,
    tryTake: async (name, subject) => (await judge(name, subject)).isTaken,
    judge,
    giveBack,
    async guess(userId, check) {
      await take('secret_guess', userId)
      const isRight = await check().catch(async (error: unknown) => {
        // Where the secret could not be looked at nothing was guessed: a busy server shuts nobody out.
        await giveBack('secret_guess', userId)
        throw error
      })
      if (isRight) await giveBack('secret_guess', userId)
      return isRight
    },
  }
}

/** Counts nothing: for tests of something else, which make more calls than people do. */
export const noLimits: Limits = {
  enter: async () => async () => {},
  take: async () => {},
  tryTake: async () => true,
  judge: async () => ({ isTaken: true }),
  giveBack: async () => {},
  guess: async (_userId, check) => check(),
}

export function refuseUnlessTaken(verdict: Verdict): void {
  if (!verdict.isTaken) throw tooOften(verdict.waitSeconds)
}

function tooOften(seconds: number): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds: seconds })
}

type Refused = Extract<Verdict, { isTaken: false }>

/** Where several limits hold for a call, it is welcome again once all of them let it pass. */
async function refuseForLongest(buckets: Buckets, rules: CallRule[], call: LimitedCall, verdict: Refused) {
  let longest = verdict.waitSeconds
  for (const rule of rules) {
    const subject = rule.subjectOf(call)
    if (subject !== undefined)
      longest = Math.max(longest, await buckets.look(rule, subject, verdict.isRepeated ? 'here' : 'anywhere'))
  }
  return tooOften(longest)
}

/** Puts on record that there was none left for a subject. */
type Flag = (action: AuditAction, subject: string) => Promise<void>

async function enter(buckets: Buckets, rules: CallRule[], call: LimitedCall, flag: Flag): Promise<Leave> {
  const taken: { rule: Rule; subject: string; counts: readonly ErrorCode[] }[] = []
  for (const rule of rules) {
    const subject = rule.subjectOf(call)
    if (subject === undefined) continue
    const verdict = await buckets.take(rule, subject)
    // As often as the database is asked, not at every attempt of a flood.
    if (rule.flag && !verdict.isTaken && !verdict.isRepeated) await flag(rule.flag, subject)
    if (!verdict.isTaken) throw await refuseForLongest(buckets, rules, call, verdict)
    if (rule.counts) taken.push({ rule, subject, counts: rule.counts })
  }
  return async (error) => {
    const code = error === undefined ? undefined : refusalOf(error)?.code
    for (const { rule, subject, counts } of taken) {
      if (code === undefined || !counts.includes(code)) await buckets.giveBack(rule, subject)
    }
  }
}
