import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustBalance } from '../../contract/adjustments.ts'
import type { CallInput, Operation } from '../../contract/operation.ts'
import { decideRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { createAdmin, createTestApp, publicUrl, type Person, type TestApp } from '../helpers/app.ts'
import * as ledger from '../helpers/ledger.ts'
import { moveClock, type MovedClock } from '../helpers/moved-clock.ts'
import { createMember, giveCoins, type MemberFixture } from '../helpers/people.ts'
import { askForSecondOwner } from '../helpers/second-owner.ts'
import { requestProof } from '../helpers/two-factor.ts'

// One administrator's session, with proofs, as fast as it can, on a server with the rules of a new installation. The clock
// of the rules begins 160 hours ago, one second before a full hour.

const hour = 3_600_000
const limitUsd = 25_000
const start = new Date(Math.floor(Date.now() / hour) * hour - 160 * hour - 1000)

let site: TestApp
let address: string
let clock: MovedClock
let thief: Person
let victim: MemberFixture
let friend: MemberFixture
beforeAll(async () => {
  site = await createTestApp()
  const { owner, ownerDb } = site.database
  await askForSecondOwner(owner)
  address = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const other = await createAdmin(site, 'Grace Hopper')
  thief = await createAdmin(site, 'Mallory Grey')
  friend = await createMember(ownerDb)
  victim = await createMember(ownerDb, { referredById: friend.id })
  await giveCoins(ownerDb, other.userId, victim.id, 100_000_000)
  // The thief can prove everything. So many proofs at once would take longer than the test, and no sum asks for one here.
  await owner.query('UPDATE settings SET request_limit_usd = 1000000, step_up_usd = 1000000000000')
  clock = await moveClock(owner)
})
afterAll(async () => {
  site.app.server.closeAllConnections()
  await site.close()
})

/** Makes a call over HTTP. A proof is brought along where the server asks for one, and gives one to so many calls at once. */
async function send<O extends Operation>(operation: O, input: CallInput<O>): Promise<number> {
  const { body, ...urlInput } = input as { body?: object }
  const post = async (headers: Record<string, string>) =>
    fetch(new URL(buildUrl(operation, urlInput), address), {
      method: operation.method,
      body: JSON.stringify(body),
      headers: {
        origin: publicUrl,
        cookie: thief.cookie,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      },
    })
  const answer = await post({})
  if (answer.status !== 401) return answer.status
  const proof = await requestProof(site, thief, operation, input).catch(() => undefined)
  return proof === undefined ? answer.status : (await post({ [stepUpHeader]: proof })).status
}

type Move = (usd: number) => Promise<number>

const adjust = async (coins: number) =>
  send(adjustBalance, { params: { userId: victim.id }, body: { coins, reason: 'A gift' } })
async function approve(userId: string, requestId: string) {
  return send(decideRequest, { params: { userId, requestId }, body: { status: 'approved' } })
}
/** Every way to move coins of this worth, at a cent for a coin. */
const moves: Record<string, Move> = {
  credit: async (usd) => adjust(usd * 100),
  debit: async (usd) => adjust(-usd * 100),
  withdrawal: async (usd) => approve(victim.id, await ledger.submit(site.database, victim.id, 'withdrawal', usd * 100)),
  transfer: async (usd) =>
    approve(
      victim.id,
      await ledger.submit(site.database, victim.id, 'transfer', usd * 100, { recipientMemberId: friend.memberId }),
    ),
  // A first package with bonus, for which the friend gets a reward. All its coins together are of this worth.
  deposit: async (usd) => {
    const { id } = await createMember(site.database.ownerDb, { referredById: friend.id })
    const offer = await ledger.createPackage(site.database, {
      coins: usd * 50,
      coinPrice: '0.002',
      bonusPercentage: '80',
    })
    return approve(id, await ledger.submitPackage(site.database, id, offer))
  },
}

/** Returns the worth of all coins that were created, destroyed or sent so far. */
async function readMoved(): Promise<number> {
  const { rows } = await site.database.owner.query<{ usd: string }>(
    `SELECT coalesce(sum(abs(available_delta + locked_delta)), 0) * 0.01 AS usd FROM ledger.lines WHERE type <> 'TRANSFER_IN'`,
  )
  return Number(rows[0]?.usd)
}

interface Step {
  from: number
  to: number
  usd: number
}

/** Does something at a time, so many hours after the start, and notes the worth that it moved. */
async function at(hours: number, work: () => Promise<unknown>): Promise<Step> {
  const from = start.getTime() + hours * hour
  await clock.set(new Date(from))
  const [before, began] = [await readMoved(), Date.now()]
  await work()
  return { from, to: from + Date.now() - began, usd: (await readMoved()) - before }
}

/**
 * Returns the most that was moved within any 24 hours. Two steps count together if both lie within them as a whole: a busy
 * machine makes a step long, and its coins moved at some moment of it.
 */
function findMost(steps: Step[]): number {
  const sums = steps.map((first, begin) =>
    steps
      .slice(begin)
      .filter(({ to }) => to - first.from < 24 * hour)
      .reduce((sum, { usd }) => sum + usd, 0),
  )
  return Math.max(...sums)
}

const kinds = Object.values(moves)

/** Makes sixty moves of all kinds at the same moment. */
async function takeAtOnce(): Promise<void> {
  const sums = [10_000, 5_000, 2_500, 100]
  await Promise.all(
    Array.from({ length: 60 }, async (_, count) => kinds[count % kinds.length]?.(sums[count % sums.length] ?? 0)),
  )
}

/** Takes as much as there is in moves of one kind: ever smaller sums, down to the smallest of a request. */
async function takeRest(kind: Move | undefined): Promise<void> {
  for (const usd of [10_000, 4_000, 1_000, 100, 20]) {
    for (let count = 0; count < 3; count += 1) {
      const before = await readMoved()
      await kind?.(usd)
      if ((await readMoved()) === before) break
    }
  }
}

test('moves at most 25,000 USD of worth in any 24 hours, with another administrator on duty [A247]', async () => {
  const steps = [await at(0, async () => adjust(1_000_000)), await at(0.01, takeAtOnce)]
  const [alone = 0, atOnce = 0] = steps.map(({ usd }) => usd)
  expect(alone).toBe(10_000)
  expect(atOnce).toBeGreaterThan(10_000)
  expect(atOnce).toBeLessThanOrEqual(15_000)
  // Around the end of the first 24 hours, and of the hour in which they end; then by and by, and as much as there is again.
  const edges = [0.1, 12, 23, 23.999, 24, 24.0005, 24.01, 24.5, 24.999, 25, 25.0005, 25.01]
  const drops = Array.from({ length: 24 }, (_, count) => 49.5 + count)
  const later = [73.5, 74, 75, 80, 85, 90, 97.9, 98, 98.5, 99]
  for (const [count, hours] of edges.entries()) {
    steps.push(await at(hours, async () => takeRest(kinds[count % kinds.length])))
  }
  for (const [count, hours] of drops.entries()) {
    steps.push(await at(hours, async () => kinds[count % kinds.length]?.(1_000)))
  }
  steps.push(await at(73.4, takeAtOnce))
  for (const [count, hours] of later.entries()) {
    steps.push(await at(hours, async () => takeRest(kinds[count % kinds.length])))
  }
  const most = findMost(steps)
  console.info(`At most ${most} USD in 24 hours, ${steps.reduce((sum, { usd }) => sum + usd, 0)} USD in 99.`)
  expect(most).toBe(limitUsd)
}, 120_000)

test('moves at most 25,000 USD of worth in the first 24 hours without another administrator [A247]', async () => {
  // The thief has suspended the other one, and much waits since days.
  await site.database.owner.query(
    `UPDATE profiles SET status = 'Suspended', authority_lost_at = $2 WHERE role = 'admin' AND id <> $1`,
    [thief.userId, new Date(start.getTime() + 130 * hour)],
  )
  const steps = [await at(130, takeAtOnce)]
  for (const [count, hours] of [130.5, 135, 140, 150, 153.9, 153.99].entries()) {
    steps.push(await at(hours, async () => takeRest(kinds[count % kinds.length])))
  }
  expect(findMost(steps)).toBeLessThanOrEqual(limitUsd)
}, 120_000)
