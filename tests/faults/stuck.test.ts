import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitWithdrawalRequest } from '../../contract/requests.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { createCallers, type Caller } from '../helpers/faults/callers.ts'
import { countDeadlocks, expectNoDeadlocks } from '../helpers/faults/deadlocks.ts'
import { describePosted, post, type Posted } from '../helpers/faults/post.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { expectNoViolations } from '../helpers/ledger.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const pairs = sizeOf({ short: 20, full: 200 })
/** A call that waits for the lock of a stuck member takes two seconds. So this tells the two apart on a busy machine, too. */
const passingWithinMs = sizeOf({ short: 1_000, full: 0 })
const stuckWithinMs = sizeOf({ short: 5_000, full: 2_500 })
/** A call may wait twice for a connection, for two seconds each, and for two seconds for a lock. */
const answeredWithinMs = 7_000
const heldMs = sizeOf({ short: 3_000, full: 10_000 })
const liveWithinMs = sizeOf({ short: 1_000, full: 100 })
const againWithinMs = sizeOf({ short: 5_000, full: 1_000 })
/** Two processes share ten connections for calls. The first process has three for its own work, and each of them all one for news. */
const workers = 2
const poolMax = 10
const openMax = poolMax + 3 + (workers + 1)
const stuckCount = 40
const probeEveryMs = 100

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  const env = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl, WORKERS: String(workers) }
  server = await startServer({ env })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const withdraw = async (member: Caller) =>
  post(server.url, member, { path: submitWithdrawalRequest.path, body: { amount_coins: 1000 } })

/** Holds the balances of members by a transaction that does nothing more. Returns its end. */
async function hold(members: readonly Caller[]): Promise<() => Promise<void>> {
  const holder: pg.PoolClient = await database.owner.connect()
  await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
  await holder.query('SELECT FROM ledger.accounts WHERE user_id = ANY ($1) FOR NO KEY UPDATE', [
    members.map(({ id }) => id),
  ])
  return async () => {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

/** Makes withdrawals and takes each one back. Returns the time within which 99 of 100 of these calls were answered. */
async function measurePassing(member: Caller): Promise<number> {
  const calls: Posted[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const made = await withdraw(member)
    calls.push(made, await post(server.url, member, { path: `/api/requests/${made.id}/cancellation` }))
  }
  expect(describePosted(calls)).toBe(`200: ${2 * pairs}`)
  const times = calls.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return times[Math.ceil(0.99 * times.length) - 1] ?? Infinity
}

test(
  'a member with stuck coins holds up no other one, and learns soon that the outcome is unknown [R8]',
  { timeout: 60_000 + pairs * 1_000 },
  async (context) => {
    const { note } = startScenario(context, { promises: 'R8', faults: '1 stuck member' })
    const deadlocksBefore = await countDeadlocks(server)
    const [free, stuck] = (await createCallers(server, { count: 2 })).members
    if (!free || !stuck) throw new Error('the test needs two members')
    await measurePassing(free)
    const before = await measurePassing(free)
    const release = await hold([stuck])
    let isOver = false
    const refused: Posted[] = []
    const waiting = (async () => {
      do refused.push(await withdraw(stuck))
      while (!isOver)
    })()
    await expect.poll(async () => countLockWaits({ database }), { timeout: 10_000, interval: 10 }).toBe(1)
    const meanwhile = await measurePassing(free)
    isOver = true
    await waiting
    await release()
    const after = await measurePassing(free)
    expect(describePosted(refused)).toBe(`503 outcome_unknown: ${refused.length}`)
    const longestMs = Math.max(...refused.map(({ ms }) => ms))
    note(
      `calls of another member: p99 ${before.toFixed(0)} ms before, ${meanwhile.toFixed(0)} ms meanwhile and ${after.toFixed(0)} ms after; the stuck one waited ${longestMs.toFixed(0)} ms`,
    )
    expect(meanwhile).toBeLessThan(Math.max(2 * Math.max(before, after), passingWithinMs))
    expect(longestMs).toBeLessThan(stuckWithinMs)
    await expectNoDeadlocks(server, { deadlocksBefore })
    await expectNoViolations(database)
  },
)

/** Counts the connections of the application, and those with a transaction that has done nothing for five seconds. */
async function sampleConnections() {
  const { rows } = await database.owner.query<{ open: number; idle: number }>(
    `SELECT count(*)::int AS open,
            (count(*) FILTER (WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '5 s'))::int AS idle
       FROM pg_stat_activity WHERE datname = current_database() AND usename = $1`,
    [decodeURIComponent(new URL(database.appUrl).username)],
  )
  return rows[0] ?? { open: 0, idle: 0 }
}

test('while every connection waits for a lock, each call is answered in time, and none is missed afterwards [R9]', async (context) => {
  const { note } = startScenario(context, { promises: 'R9', faults: `${stuckCount} stuck members` })
  const { members } = await createCallers(server, { count: stuckCount + 1 })
  const [free, ...stuck] = members
  if (!free) throw new Error('the test needs a free member')
  const release = await hold(stuck)
  let isOver = false
  const refused: Posted[] = []
  const waiting = stuck.map(async (member) => {
    do refused.push(await withdraw(member))
    while (!isOver)
  })
  await expect.poll(async () => countLockWaits({ database }), { timeout: 20_000, interval: 20 }).toBe(poolMax)
  const others: Posted[] = []
  const asking = (async () => {
    do others.push(await withdraw(free))
    while (!isOver)
  })()
  let [longestLiveMs, mostOpen] = [0, 0]
  for (const until = Date.now() + heldMs; Date.now() < until; await sleep(probeEveryMs)) {
    const begun = performance.now()
    expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
    longestLiveMs = Math.max(longestLiveMs, performance.now() - begun)
    const { open, idle } = await sampleConnections()
    mostOpen = Math.max(mostOpen, open)
    expect(idle).toBe(0)
  }
  isOver = true
  await Promise.all([...waiting, asking])
  await release()
  const again = await Promise.all(members.map(withdraw))
  expect(describePosted(again)).toBe(`200: ${members.length}`)
  const longest = (calls: readonly Posted[]) => Math.max(...calls.map(({ ms }) => ms))
  note(
    `${describePosted([...refused, ...others])}, after ${longest([...refused, ...others]).toFixed(0)} ms at most; the address of health ${longestLiveMs.toFixed(0)} ms, ${mostOpen} connections; served again after ${longest(again).toFixed(0)} ms`,
  )
  for (const { status, code } of [...refused, ...others]) {
    if (status !== 200) expect([status, code]).toEqual([503, 'outcome_unknown'])
  }
  expect(longest([...refused, ...others])).toBeLessThan(answeredWithinMs)
  expect(longestLiveMs).toBeLessThan(liveWithinMs)
  expect(longest(again)).toBeLessThan(againWithinMs)
  expect(mostOpen).toBeLessThanOrEqual(openMax)
  await expectNoViolations(database)
}, 120_000)
