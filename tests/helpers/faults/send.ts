import { setTimeout as sleep } from 'node:timers/promises'
import { isSubmission, type Entry } from './journal.ts'

export interface Answers {
  /** The number of answers by their status. 0 stands for a broken connection, or none within the patience. */
  answers: Map<number, number>
  /** Answers of 503 that name no time for another try. */
  withoutRetryAfter: number
  /** The longest time until an answer, or until a connection broke. */
  longestMs: number
}

export interface Route {
  url: string
  /** The origin of the site, which the browser sends. */
  origin: string
  signal?: AbortSignal
}

const pauseMs = 20
const patienceMs = 30_000

/**
 * Sends a call under its key until the server acknowledges it, and notes the answer in the entry. Throws if the server refuses the
 * call, or answers 5xx other than 503.
 */
export async function sendUntilAnswered(entry: Entry, route: Route, answers: Answers): Promise<void> {
  for (;;) {
    const { status, text, hasRetryAfter } = await sendOnce(entry, route, answers)
    if (status === 200 && text !== undefined) return acknowledge(entry, text)
    if (status !== 0 && status !== 503 && status !== 200)
      throw new Error(`${entry.what} was answered ${status} ${text}`)
    if (status === 503 && !hasRetryAfter) answers.withoutRetryAfter += 1
    await sleep(pauseMs, undefined, { ...(route.signal && { signal: route.signal }) })
  }
}

/** Sends a call once. The text is missing if the answer broke off. */
export async function sendOnce(entry: Entry, { url, origin, signal }: Route, answers: Answers) {
  const { method, path, cookie, body } = entry.call
  const headers = {
    origin,
    cookie,
    'idempotency-key': entry.key,
    ...(body && { 'content-type': 'application/json' }),
  }
  // A call that has no answer for so long counts as one with a broken connection.
  const limit = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])])
  const begun = performance.now()
  entry.attempts += 1
  const response = await fetch(url + path, { method, headers, signal: limit, ...(body && { body }) }).catch(
    () => undefined,
  )
  const text = await response?.text().catch(() => undefined)
  signal?.throwIfAborted()
  const status = response?.status ?? 0
  answers.answers.set(status, (answers.answers.get(status) ?? 0) + 1)
  answers.longestMs = Math.max(answers.longestMs, performance.now() - begun)
  return { status, text, hasRetryAfter: response?.headers.has('retry-after') ?? false }
}

/**
 * Repeats each acknowledged call under its key, and the calls with an unknown outcome until they have one. Returns a sentence for each
 * call that is not answered as before.
 */
export async function repeatAll(entries: readonly Entry[], route: Route, answers: Answers): Promise<string[]> {
  const breaches: string[] = []
  for (const entry of entries) {
    const { answeredAt, requestId } = entry
    await sendUntilAnswered(entry, route, answers)
    if (answeredAt !== undefined && entry.requestId !== requestId) {
      breaches.push(`the call ${entry.what} ${entry.key} made ${requestId}, and its repetition ${entry.requestId}`)
    }
  }
  return breaches
}

/** Notes the answer that acknowledges a call. */
export function acknowledge(entry: Entry, text: string): void {
  const { id } = JSON.parse(text) as { id: string }
  if (isSubmission(entry)) entry.requestId = id
  entry.answeredAt = Date.now()
}
