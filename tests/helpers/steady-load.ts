import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { getSession } from '../../contract/auth.ts'
import type { Operation } from '../../contract/operation.ts'
import { cancelRequest, submitWithdrawalRequest } from '../../contract/requests.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import type { TestDatabase } from './database.ts'
import { expectNoViolations } from './ledger.ts'
import { createAdmin, createMember, createToken, giveCoins } from './people.ts'

export interface SteadyLoad {
  /** The number of calls that were made. */
  calls: number
  /** Calls that were repeated under their keys before they were answered, as pages do. */
  repeated: number
  /** Counts the answers after which calls were repeated, such as "POST 503 overloaded". */
  repetitions: Record<string, number>
  /** The answers to calls that no repetition helped. */
  failed: string[]
  longestMs: number
  submitted: Set<string>
  cancelled: Set<string>
  /** Ends the load and waits for the answers. */
  end(): Promise<void>
}

interface Steady {
  url: string
  /** The values of the session cookies of members with coins. */
  sessions: string[]
  perSecond: number
}

/** Makes members who have coins, and returns the values of their session cookies. */
export async function createSpenders({ ownerDb }: Pick<TestDatabase, 'ownerDb'>, count: number): Promise<string[]> {
  const admin = await createAdmin(ownerDb)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await createMember(ownerDb)
      // Mails need the language that is stored here. No password opens these accounts.
      await ownerDb.insertInto('credentials').values({ user_id: id, password_hash: 'none' }).execute()
      await giveCoins(ownerDb, admin.id, id, opening)
      return createToken(ownerDb, id)
    }),
  )
}

/** Demands that each call was answered, and that the books hold each one once. */
export async function expectAllAnswered(
  database: Pick<TestDatabase, 'owner' | 'ownerDb'>,
  load: SteadyLoad,
): Promise<void> {
  const { calls, failed, repeated, repetitions, longestMs, submitted, cancelled } = load
  console.log(
    `${calls} calls, ${failed.length} failed, ${repeated} repeated, the longest took ${Math.round(longestMs)} ms`,
    repetitions,
  )
  expect(failed.slice(0, 3)).toEqual([])
  expect(submitted.size).toBeGreaterThan(0)
  const requests = await database.ownerDb.selectFrom('ledger.requests').select(['id', 'status']).execute()
  expect(requests.map(({ id }) => id).toSorted()).toEqual([...submitted].toSorted())
  const taken = requests.filter(({ status }) => status === 'cancelled')
  expect(taken.map(({ id }) => id).toSorted()).toEqual([...cancelled].toSorted())
  await expectNoViolations(database)
}

type Call = Pick<Operation, 'method' | 'path'> & { body?: object | undefined }

const opening = 1_000_000
const coins = 1000
const attempts = 20
const pauseMs = 100

/**
 * Makes so many calls in each second, whether or not earlier ones were answered. One of four moves coins: each member in turn
 * withdraws some, and takes them back the next time.
 */
export function startSteadyLoad({ url, sessions, perSecond }: Steady): SteadyLoad {
  const load = {
    calls: 0,
    repeated: 0,
    repetitions: {} as Record<string, number>,
    failed: [] as string[],
    longestMs: 0,
    submitted: new Set<string>(),
    cancelled: new Set<string>(),
  }
  const members = sessions.map((session) => ({ session, busy: Promise.resolve(), open: '' }))
  const running = new Set<Promise<void>>()
  let isOver = false
  const callOnce = async (session: string, call: Call) => answerCall(load, url, session, call)
  const spend = async (member: (typeof members)[number]) => {
    const path = `/api/requests/${member.open}/cancellation` as const
    if (member.open !== '') {
      if ((await callOnce(member.session, { ...cancelRequest, path })) !== undefined) load.cancelled.add(member.open)
      member.open = ''
      return
    }
    const text = await callOnce(member.session, { ...submitWithdrawalRequest, body: { amount_coins: coins } })
    if (text !== undefined) member.open = (JSON.parse(text) as { id: string }).id
    if (member.open !== '') load.submitted.add(member.open)
  }
  const step = async (count: number) => {
    const member = members[Math.floor(count / 4) % members.length]
    if (!member) throw new Error('the load needs a member')
    if (count % 4 === 0) return (member.busy = member.busy.then(async () => spend(member)))
    await callOnce(member.session, count % 2 === 0 ? getSession : getUserDashboardStats)
  }
  const begun = performance.now()
  const drive = async () => {
    for (let count = 0; !isOver; count += 1) {
      const made = step(count).finally(() => running.delete(made))
      running.add(made)
      await sleep(Math.max(0, begun + ((count + 1) * 1000) / perSecond - performance.now()))
    }
  }
  const driving = drive()
  return Object.assign(load, {
    async end() {
      isOver = true
      await driving
      await Promise.all(running)
    },
  })
}

/** Makes a call, and repeats it under its key while the server is away or busy. Returns the answer, or nothing after a failure. */
async function answerCall(
  load: Pick<SteadyLoad, 'calls' | 'repeated' | 'repetitions' | 'failed' | 'longestMs'>,
  url: string,
  session: string,
  { method, path, body }: Call,
): Promise<string | undefined> {
  load.calls += 1
  const begun = performance.now()
  const headers = {
    origin: url,
    cookie: `session=${session}`,
    ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    ...(body && { 'content-type': 'application/json' }),
  }
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch(
      () => undefined,
    )
    const text = await response?.text().catch(() => undefined)
    load.longestMs = Math.max(load.longestMs, performance.now() - begun)
    if (response?.status === 200 && text !== undefined) return text
    const mayRepeat = response === undefined || text === undefined || response.status === 502 || response.status === 503
    if (!mayRepeat || attempt === attempts) {
      load.failed.push(`${method} ${path}: ${response?.status ?? 'no answer'} ${text ?? ''}`)
      return undefined
    }
    load.repeated += 1
    const reason = `${method} ${describeAnswer(response?.status, text)}`
    load.repetitions[reason] = (load.repetitions[reason] ?? 0) + 1
    // A busy server says how long to wait. Repetitions without a pause would keep it busy.
    const seconds = Number(response?.headers.get('retry-after') ?? 0)
    await sleep(Math.max(pauseMs, seconds * 1000))
  }
}

/** Returns the status of an answer with its code, if it is one of the server and not of the proxy. */
function describeAnswer(status: number | undefined, text: string | undefined): string {
  if (status === undefined || text === undefined) return 'no answer'
  return `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 100)}`
}
