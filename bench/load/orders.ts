import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A person for whom the load makes calls. */
export interface Caller {
  userId: string
  /** The value of the session cookie. */
  token: string
  /** The ids of slips that no request has used yet. Each purchase takes one. */
  slips: string[]
}

/**
 * Reads of a member, the queue of an administrator, a purchase, and a purchase that the member takes back by the next call of the
 * same kind. A member has one such purchase at a time.
 */
export type CallKind = 'session' | 'profile' | 'requests' | 'overview' | 'queue' | 'buy' | 'buy or cancel'

export interface LoadOrders {
  url: string
  callers: Caller[]
  /** The calls take these kinds in turns. */
  kinds: CallKind[]
  /** So many clients that wait for each answer, or so many calls a second that wait for none. */
  pace: { clients: number } | { perSecond: number }
  /**
   * The moment from which the time of a call counts, if calls wait for no answer. From its due moment on, lateness of the load
   * counts as well. From its sending on, the time is that of the server alone.
   */
  countsFrom?: 'due' | 'sent'
  seconds: number
  /** A call that finds no free connection among so many is not made. */
  connectionsMax: number
  /** Opens all connections before the first call, so that none of its time is that of opening them. */
  opensAll?: boolean
}

export interface LoadResult {
  /** The calls that were made, also those without an answer. */
  sent: number
  /** The calls that found no free connection, or no member who was not waiting for an answer to one of the same kind. */
  unsent: number
  /** The times of the answers in milliseconds, by kind and status. The status 0 stands for no answer. */
  answers: { kind: CallKind; status: number; times: number[] }[]
  /** The answers of 503 that name no time for another try. */
  withoutRetryAfter: number
  seconds: number
  /** The processor time of the load, as a share of the seconds. */
  processorShare: number
}

/** Makes calls from a process of its own, so that their making takes no time of the bench or the server. */
export async function runLoad(orders: LoadOrders): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'generator.ts'), { serialization: 'advanced' })
  const killToo = () => child.kill('SIGKILL')
  process.once('exit', killToo)
  try {
    child.send(orders)
    const result = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (typeof result[0] !== 'object' || result[0] === null) throw new Error('the load ended without a result')
    return result[0] as LoadResult
  } finally {
    process.off('exit', killToo)
    child.kill('SIGKILL')
  }
}

/** Returns the times of the answers of these kinds with this status, in milliseconds. Without kinds, of all. */
export function timesOf({ answers }: LoadResult, status: number, ...kinds: CallKind[]): number[] {
  return answers
    .filter((one) => one.status === status && (kinds.length === 0 || kinds.includes(one.kind)))
    .flatMap(({ times }) => times)
}

/** Returns the number of answers by status, such as "200: 1234, 503: 5". */
export function describeAnswers({ answers }: LoadResult): string {
  const counts = new Map<number, number>()
  for (const { status, times } of answers) counts.set(status, (counts.get(status) ?? 0) + times.length)
  return [...counts].map(([status, count]) => `${status === 0 ? 'none' : status}: ${count}`).join(', ')
}
