import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi, type MockInstance } from 'vitest'
import { submitBuyRequest, submitTransferRequest, submitWithdrawalRequest } from '../../../contract/requests.ts'
import { getUserDashboardData } from '../../../contract/dashboards.ts'
import type { Operation } from '../../../contract/operation.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createMember as createRow, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'

let site: TestApp
let member: Person
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: 'on' })
  const admin = await createAdmin(site)
  member = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 50_000)
  const wallet = { wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }
  await site.database.ownerDb.updateTable('profiles').set(wallet).where('id', '=', member.userId).execute()
})
afterAll(() => site.close())

/** Statements that wait for each other longer than this are not sent together. */
const togetherMs = 5_000

/** Returns the names of the statements that the server sends during a call, with `begin` and `commit`. */
async function listStatements<O extends Operation>(operation: O, input: object): Promise<string[]> {
  return watchStatements(vi.spyOn(pg.Client.prototype, 'query'), operation, input)
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
  const statements = await watchStatements(query, operation, input)
  clearTimeout(late)
  expect(await opening.promise, 'all of them were sent before the first answer').toBe(true)
  return statements
}

async function watchStatements<O extends Operation>(
  query: MockInstance<pg.Client['query']>,
  operation: O,
  input: object,
): Promise<string[]> {
  try {
    const key = operation.method === 'GET' ? {} : { key: randomUUID() }
    const { status, body } = await call({ app: site.app }, operation, input as never, { cookie: member.cookie, ...key })
    expect([status, status === 200 ? undefined : body]).toEqual([200, undefined])
    return query.mock.calls.map(([sent]) => nameOf(sent))
  } finally {
    query.mockRestore()
  }
}

function nameOf(sent: unknown): string {
  const text = typeof sent === 'string' ? sent : (sent as { text: string }).text
  return /\/\* (\w+) \*\//.exec(text)?.[1] ?? text
}

const perSubmission = ['find_session', 'make_request']

test('a transfer over HTTP takes two round trips, of which the second is a whole transaction', async () => {
  const { memberId } = await createRow(site.database.ownerDb)
  const body = { amount_coins: 1000, recipient_member_id: memberId }
  expect(await listStatements(submitTransferRequest, { body })).toEqual(perSubmission)
})

test('a withdrawal takes three, because the server judges its address', async () => {
  const [session, submission] = perSubmission
  const statements = await listStatements(submitWithdrawalRequest, { body: { amount_coins: 1000 } })
  expect(statements).toEqual([session, 'payout_address', submission])
})

test('a purchase takes two, also one of a package that a friend hears of', async () => {
  const referrer = await createRow(site.database.ownerDb)
  const { ownerDb } = site.database
  await ownerDb.updateTable('profiles').set({ referred_by_id: referrer.id }).where('id', '=', member.userId).execute()
  const { min_coin_purchase: coins } = await ownerDb
    .selectFrom('packages')
    .select('min_coin_purchase')
    .where('id', '=', site.packageId)
    .executeTakeFirstOrThrow()
  const heard: (readonly string[] | undefined)[] = []
  const stop = site.deps.events.subscribe(({ userIds }) => heard.push(userIds))
  const body = {
    amount_coins: Number(coins),
    package_id: site.packageId,
    payment_proof_id: await createUploadRow(ownerDb, member.userId),
  }
  expect(await listStatements(submitBuyRequest, { body })).toEqual(perSubmission)
  stop()
  expect(heard).toContainEqual([referrer.id])
})

test('the overview of a member takes the session and one round trip, in which its parts are read at once', async () => {
  const parts = ['own_wallet', 'newest_transactions', 'own_overview', 'own_friends']
  expect(await listTogether(getUserDashboardData, {}, parts)).toEqual(['find_session', ...parts])
})
