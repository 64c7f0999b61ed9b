import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi, type MockInstance } from 'vitest'
import {
  cancelRequest,
  decideRequest,
  submitBuyRequest,
  submitTransferRequest,
  submitWithdrawalRequest,
  type Request,
} from '../../../contract/requests.ts'
import { getUserDashboardData } from '../../../contract/dashboards.ts'
import { listQueue } from '../../../contract/queue.ts'
import type { Operation } from '../../../contract/operation.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { submitPackage } from '../../../tests/helpers/ledger.ts'
import { createMember as createRow, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'

let site: TestApp
let member: Person
let admin: Person
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: 'on' })
  admin = await createAdmin(site)
  member = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 50_000)
  const wallet = { wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }
  await site.database.ownerDb.updateTable('profiles').set(wallet).where('id', '=', member.userId).execute()
  await passHolds(site.database.ownerDb, member.userId)
})
afterAll(() => site.close())

/** Statements that wait for each other longer than this are not sent together. */
const togetherMs = 5_000

/** Returns the names of the statements that the server sends during a call, with `begin` and `commit`. */
async function listStatements<O extends Operation>(operation: O, input: object, caller = member): Promise<string[]> {
  return watchStatements(vi.spyOn(pg.Client.prototype, 'query'), operation, input, caller)
}

/**
 * Does the same, and lets none of the named statements through before all of them were sent. Demands that none waits for the answer to
 * another one.
 */
async function listTogether<O extends Operation>(operation: O, input: object, names: string[]): Promise<string[]> {
  const send = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown
  const together: string[] = []
  const opening = Promise.withResolvers<boolean>()
  const late = setTimeout(() => opening.resolve(false), togetherMs)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  query.mockImplementation(function (this: pg.Client, ...parts: unknown[]) {
    const name = nameOf(parts[0])
    if (!names.includes(name)) return send.apply(this, parts)
    together.push(name)
    if (together.length === names.length) opening.resolve(true)
    return opening.promise.then(() => send.apply(this, parts))
  })
  const statements = await watchStatements(query, operation, input, member)
  clearTimeout(late)
  expect(await opening.promise, 'all of them were sent before the first answer').toBe(true)
  return statements
}

async function watchStatements<O extends Operation>(
  query: MockInstance<pg.Client['query']>,
  operation: O,
  input: object,
  { cookie }: Person,
): Promise<string[]> {
  try {
    const key = operation.method === 'GET' ? {} : { key: randomUUID() }
    const { status, body } = await call({ app: site.app }, operation, input as never, { cookie, ...key })
    expect([status, status === 200 ? undefined : body]).toEqual([200, undefined])
    // A connection that is opened meanwhile sets its session up.
    return query.mock.calls.map(([sent]) => nameOf(sent)).filter((name) => !name.startsWith('SET '))
  } finally {
    query.mockRestore()
  }
}

function nameOf(sent: unknown): string {
  const text = typeof sent === 'string' ? sent : (sent as { text: string }).text
  return /\/\* (\w+) \*\//.exec(text)?.[1] ?? text
}

const asMember = () => ({ cookie: member.cookie, key: randomUUID() })

/** Returns the coins of the package. */
async function readCoins(): Promise<number> {
  const { min_coin_purchase: coins } = await site.database.ownerDb
    .selectFrom('packages')
    .select('min_coin_purchase')
    .where('id', '=', site.packageId)
    .executeTakeFirstOrThrow()
  return Number(coins)
}

const perSubmission = ['find_session', 'make_request']

test('a page of a queue takes two, also if all its requests have room on it', async () => {
  const input = { params: { kind: 'withdrawal' }, query: { limit: 100 } }
  expect(await listStatements(listQueue, input, admin)).toEqual(['find_session', 'queue'])
})

test('a transfer over HTTP takes two round trips, of which the second is a whole transaction', async () => {
  const { memberId } = await createRow(site.database.ownerDb)
  const body = { amount_coins: 1000, recipient_member_id: memberId }
  expect(await listStatements(submitTransferRequest, { body })).toEqual(perSubmission)
})

test('a withdrawal takes two, because its address is read with the session', async () => {
  expect(await listStatements(submitWithdrawalRequest, { body: { amount_coins: 1000 } })).toEqual(perSubmission)
})

test('a purchase takes two, also one of a package that a friend hears of', async () => {
  const referrer = await createRow(site.database.ownerDb)
  const { ownerDb } = site.database
  await ownerDb.updateTable('profiles').set({ referred_by_id: referrer.id }).where('id', '=', member.userId).execute()
  const heard: (readonly string[] | undefined)[] = []
  const stop = site.deps.events.subscribe(({ userIds }) => heard.push(userIds))
  const body = {
    amount_coins: await readCoins(),
    package_id: site.packageId,
    payment_proof_id: await createUploadRow(ownerDb, member.userId),
  }
  expect(await listStatements(submitBuyRequest, { body })).toEqual(perSubmission)
  stop()
  expect(heard).toContainEqual([referrer.id])
})

test('taking a request back takes two', async () => {
  const { memberId } = await createRow(site.database.ownerDb)
  const body = { amount_coins: 1000, recipient_member_id: memberId }
  const { id: requestId } = (await call({ app: site.app }, submitTransferRequest, { body }, asMember())).body
  expect(await listStatements(cancelRequest, { params: { requestId } })).toEqual(['find_session', 'take_back'])
})

describe('a decision takes two round trips, of which the second is a whole transaction', () => {
  const decided = ['find_session', 'make_decision']
  const decide = async (request: Request, body: object) =>
    listStatements(decideRequest, { params: { userId: member.userId, requestId: request.id }, body }, admin)
  const ask = async (operation: typeof submitTransferRequest | typeof submitWithdrawalRequest, extra = {}) =>
    (await call({ app: site.app }, operation, { body: { amount_coins: 1000, ...extra } as never }, asMember())).body

  test('for a transfer, also to reject it', async () => {
    const recipient = { recipient_member_id: (await createRow(site.database.ownerDb)).memberId }
    expect(await decide(await ask(submitTransferRequest, recipient), { status: 'approved' })).toEqual(decided)
    const rejection = { status: 'rejected', admin_notes: 'Not possible today.' }
    expect(await decide(await ask(submitTransferRequest, recipient), rejection)).toEqual(decided)
  })

  test('for a purchase with a reward', async () => {
    const { ownerDb } = site.database
    const referrer = await createRow(ownerDb)
    const friend = await createRow(ownerDb, { referredById: referrer.id })
    const requestId = await submitPackage(site.database, friend.id, { id: site.packageId, coins: await readCoins() })
    const heard: (readonly string[] | undefined)[] = []
    const stop = site.deps.events.subscribe(({ userIds }) => heard.push(userIds))
    const input = { params: { userId: friend.id, requestId }, body: { status: 'approved' } }
    expect(await listStatements(decideRequest, input, admin)).toEqual(decided)
    stop()
    expect(heard).toContainEqual([referrer.id])
  })

  test('and a third for a withdrawal, because the server judges its address', async () => {
    expect(
      await decide(await ask(submitWithdrawalRequest), { status: 'approved', acknowledged: ['wallet_changed'] }),
    ).toEqual([...decided, 'make_decision'])
  })
})

test('the overview of a member takes the session and one round trip, in which its parts are read at once', async () => {
  const parts = ['own_wallet', 'newest_transactions', 'own_overview', 'own_friends']
  expect(await listTogether(getUserDashboardData, {}, parts)).toEqual(['find_session', ...parts])
})
