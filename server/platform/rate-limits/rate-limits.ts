import type { ActionWithoutChange } from '../../../contract/endpoints/audit.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { limitsOf, type CallLimit } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operation.ts'
import { recordActionWithoutChange } from '../audit-trail.ts'
import type { Db } from '../db/client.ts'
import { Refusal, refusalOf } from '../db/refusal.ts'
import { ipNetworkOf } from '../ip-network.ts'
import { type Buckets, createBuckets, type StatementBucket, type Verdict } from './buckets.ts'
import { createLocalBuckets, type LocalBuckets } from './local-buckets.ts'
import {
  hashingCalls,
  namedRules,
  statementCalls,
  subjectOf,
  unitsOf,
  type LimitedCall,
  type RuleName,
} from './policy.ts'

export interface Limits {
  /**
   * Refuses a call that exceeds its operation's limits. The caller passes the outcome of the call to the returned
   * function.
   */
  enter: (operation: Operation, call: EnteringCall) => Promise<FinishCall>
  /** Takes an attempt, or refuses with too_many_requests. */
  take(name: RuleName, subject: string): Promise<void>
  /** Takes an attempt. Returns false if none is left, for work that is then skipped silently. */
  tryTake(name: RuleName, subject: string): Promise<boolean>
  /**
   * Takes an attempt, or several units. If too few are left, the verdict has the wait and tells if this process had already
   * refused it before.
   */
  tryTakeWithWait(name: RuleName, subject: string, units?: number): Promise<Verdict>
  giveBack(name: RuleName, subject: string): Promise<void>
  /** Returns the bucket for a statement that takes an attempt itself; null without limits. */
  bucketOf(name: RuleName, subject: string): StatementBucket | null
  /** Takes an attempt for this work, and gives it back unless the work is refused with one of these codes. */
  countRefusals<T>(name: RuleName, subject: string, codes: ReadonlySet<ErrorCode>, work: () => Promise<T>): Promise<T>
  /**
   * Does the work of a call of which one statement takes an attempt together with its change, from the bucket that it gets; null
   * without limits. Work that throws has not done so, and its attempt is taken after it.
   */
  takeWithin<T>(operation: Operation, userId: string, work: (bucket: StatementBucket | null) => Promise<T>): Promise<T>
  /**
   * Checks a password or a code of a person who is signed in. Only wrong ones count, and five of them exhaust the
   * limit.
   */
  checkGuess(userId: string, check: () => Promise<boolean>): Promise<boolean>
}

export interface EnteringCall {
  userId: string | undefined
  ipAddress: string
  body: unknown
  /** True if the browser says that an account knows it. The sign-in checks that. */
  hasDeviceCookie?: boolean
}

/** Ends a call that entered. Without an error the call has succeeded. */
export type FinishCall = (error?: unknown) => Promise<void>

/**
 * Creates the limits. `isHashingBusy` is true while the queue for hashing is full, so that one more password would be
 * refused anyway.
 */
export function createLimits(db: Db, { isHashingBusy }: { isHashingBusy: () => boolean }): Limits {
  const buckets = createBuckets(db)
  const localBuckets = createLocalBuckets()
  const tryTakeWithWait: Limits['tryTakeWithWait'] = (name, subject, units) =>
    buckets.take(namedRules[name], subject, units)
  const giveBack: Limits['giveBack'] = (name, subject) => buckets.giveBack(namedRules[name], subject)
  const take: Limits['take'] = async (name, subject) => refuseUnlessTaken(await tryTakeWithWait(name, subject))
  return {
    async enter(operation, { userId, ipAddress, body, hasDeviceCookie = false }) {
      const call = { userId, network: ipNetworkOf(ipAddress), body }
      const { own, common } = limitsOf(operation)
      // This comes before all counting. A flood from many addresses is refused without a query, and takes no attempt.
      // A browser that an account knows has a lane of its own.
      if (hashingCalls.has(operation.id) && !hasDeviceCookie && isHashingBusy()) throw new Refusal('server_busy')
      takeLocally(localBuckets, common, call)
      const flag: Flag = async (action, subject) =>
        recordActionWithoutChange(db, { action, actorId: userId ?? null, ipAddress, detail: { counted: subject } })
      return enter(buckets, statementCalls.has(operation.id) ? [] : own, call, flag)
    },
    take,
    tryTake: async (name, subject) => (await tryTakeWithWait(name, subject)).isTaken,
    tryTakeWithWait,
    giveBack,
    bucketOf: (name, subject) => buckets.forStatement(namedRules[name], subject),
    async countRefusals(name, subject, codes, work) {
      await take(name, subject)
      try {
        const result = await work()
        await giveBack(name, subject)
        return result
      } catch (error) {
        const code = refusalOf(error)?.code
        if (code === undefined || !codes.has(code)) await giveBack(name, subject)
        throw error
      }
    },
    takeWithin: async (operation, userId, work) => takeWithin(buckets, limitsOf(operation).own[0], userId, work),
    async checkGuess(userId, check) {
      await take('secret_guess', userId)
      const isRight = await check().catch(async (error: unknown) => {
        // The check itself failed, for example because the server is busy, so this was no guess.
        await giveBack('secret_guess', userId)
        throw error
      })
      if (isRight) await giveBack('secret_guess', userId)
      return isRight
    },
  }
}

/** Limits that count nothing, for tests that make more calls than people do. */
export const noLimits: Limits = {
  enter: async () => async () => {},
  take: async () => {},
  tryTake: async () => true,
  tryTakeWithWait: async () => ({ isTaken: true }),
  giveBack: async () => {},
  bucketOf: () => null,
  countRefusals: async (_name, _subject, _codes, work) => work(),
  takeWithin: async (_operation, _userId, work) => work(null),
  checkGuess: async (_userId, check) => check(),
}

async function takeWithin<T>(
  buckets: Buckets,
  rule: CallLimit | undefined,
  userId: string,
  work: (bucket: StatementBucket | null) => Promise<T>,
): Promise<T> {
  if (!rule) return work(null)
  const waitSeconds = await buckets.readWaitSeconds(rule, userId, 'here')
  if (waitSeconds > 0) throw tooOften(waitSeconds)
  try {
    return await work(buckets.forStatement(rule, userId))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.code === 'too_many_requests') buckets.noteRefusal(rule, userId, refusal.retryAfterSeconds ?? 1)
    // The failure of the call says more than one of the count after it.
    else if (isCounted(rule, refusal?.code)) await buckets.take(rule, userId).catch(() => undefined)
    throw error
  }
}

/** Counts a call by the limits of its kind, before any query. */
function takeLocally(buckets: LocalBuckets, limits: readonly CallLimit[], call: LimitedCall): void {
  for (const limit of limits) {
    const subject = subjectOf(limit, call)
    if (subject !== undefined) refuseUnlessTaken(buckets.take(limit, subject))
  }
}

export function refuseUnlessTaken(verdict: Verdict): void {
  if (!verdict.isTaken) throw tooOften(verdict.waitSeconds)
}

function tooOften(seconds: number): Refusal {
  return new Refusal('too_many_requests', { retryAfterSeconds: seconds })
}

type Refused = Extract<Verdict, { isTaken: false }>

/**
 * Returns the refusal with the longest wait of all the call's limits, because the call succeeds only when all allow it.
 */
async function refuseForLongest(buckets: Buckets, rules: readonly CallLimit[], call: LimitedCall, verdict: Refused) {
  let longest = verdict.waitSeconds
  for (const rule of rules) {
    const subject = subjectOf(rule, call)
    if (subject !== undefined)
      longest = Math.max(
        longest,
        await buckets.readWaitSeconds(rule, subject, verdict.isRepeated ? 'here' : 'anywhere'),
      )
  }
  return tooOften(longest)
}

/** Records that a subject has no attempts left. */
type Flag = (action: ActionWithoutChange, subject: string) => Promise<void>

async function enter(
  buckets: Buckets,
  rules: readonly CallLimit[],
  call: LimitedCall,
  flag: Flag,
): Promise<FinishCall> {
  const taken: { rule: CallLimit; subject: string; units: number }[] = []
  for (const rule of rules) {
    const subject = subjectOf(rule, call)
    if (subject === undefined) continue
    const units = unitsOf(rule, call)
    const verdict = await buckets.take(rule, subject, units)
    // A refusal is recorded only when it came from the database, not at every attempt of a flood.
    if (rule.flag && !verdict.isTaken && !verdict.isRepeated) await flag(rule.flag, subject)
    if (!verdict.isTaken) throw await refuseForLongest(buckets, rules, call, verdict)
    taken.push({ rule, subject, units })
  }
  return async (error) => {
    const code = error === undefined ? undefined : refusalOf(error)?.code
    for (const { rule, subject, units } of taken) {
      if (!isCounted(rule, code)) await buckets.giveBack(rule, subject, units)
    }
  }
}

/** Decides if a call counts after its end. A call that found the server busy never does, for that is no fault of its caller. */
function isCounted({ counts }: CallLimit, code: ErrorCode | undefined): boolean {
  if (code === 'server_busy') return false
  return counts === undefined || (code !== undefined && counts.includes(code))
}
