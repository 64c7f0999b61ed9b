import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countNotices, listNotices, markNoticesRead } from '../../contract/notices.ts'
import { decideRequest } from '../../contract/requests.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { buy, call, createAdmin, createBuyer, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'

let target: Target
let admin: Person
let secondAdmin: Person
let member: Person
let other: Person
beforeAll(async () => {
  target = await startTarget({ RATE_LIMITS: 'off' })
  admin = await createAdmin(target.server)
  secondAdmin = await createAdmin(target.server, 'Noor Haddad')
  member = await createBuyer(admin, { name: 'Mira Reader' })
  other = await createBuyer(admin, { name: 'Otto Other' })
})
afterAll(async () => target.stop())

const { path } = listNotices

test('notices of another member cannot be read, counted or marked, by no name of the member [A306]', async () => {
  await expectUnchanged(target, async () => {
    for (const field of ['user_id', 'owner_id', 'p_user_id', '__proto__']) {
      for (const address of [path, countNotices.path]) {
        const outcome = await attack(target, { method: 'GET', path: `${address}?${field}=${other.userId}`, as: member })
        expect([field, address, outcome.status]).toEqual([field, address, 400])
        expectNoInternals(outcome)
      }
      const body = { number: 1, [field]: other.userId }
      if (field !== '__proto__')
        expect(await attack(target, { path: markNoticesRead.path, body, as: member })).toMatchObject({ status: 400 })
    }
    for (const cursor of ['', '1', 'n0', 'n-1', "n1'", `n${'9'.repeat(20)}`, other.userId]) {
      const outcome = await attack(target, { method: 'GET', path: `${path}?cursor=${cursor}`, as: member })
      expect([cursor, outcome.status]).toEqual([cursor, 400])
    }
  })
  for (const address of [path, countNotices.path]) {
    expect(await attack(target, { method: 'GET', path: address, as: admin })).toMatchObject({ status: 403 })
    expect(await attack(target, { method: 'GET', path: address })).toMatchObject({ status: 401 })
  }
  const { items } = await call(member, listNotices, { query: {} })
  expect(items.length).toBeGreaterThan(0)
  expect(JSON.stringify(items)).not.toContain(other.userId)
})

test('a number that no notice has marks none of the future, and none becomes unread again [A307]', async () => {
  const { last_number: last, unread } = await call(other, countNotices, {})
  expect(unread).toBe(last)
  for (const number of [-1, 1.5, 1e300, '1', null]) {
    expect(await attack(target, { path: markNoticesRead.path, body: { number }, as: other })).toMatchObject({
      status: 400,
    })
  }
  expect(await call(other, markNoticesRead, { body: { number: Number.MAX_SAFE_INTEGER } })).toEqual({
    last_number: last,
    unread: 0,
  })
  expect(await call(other, markNoticesRead, { body: { number: 0 } })).toEqual({ last_number: last, unread: 0 })
  const path = buildUrl(decideRequest, { params: { userId: other.userId, requestId: (await buy(other, 5_000)).id } })
  const body = { status: 'rejected', admin_notes: 'No payment' }
  await attack(target, { path, body, as: admin, headers: { 'idempotency-key': randomUUID() } })
  expect(await call(other, countNotices, {})).toEqual({ last_number: last + 1, unread: 1 })
})

test('a decision that is repeated or raced by two administrators tells the member once [A308]', async () => {
  const before = (await call(member, countNotices, {})).last_number
  const request = await buy(member, 5_000)
  const path = buildUrl(decideRequest, { params: { userId: member.userId, requestId: request.id } })
  const key = randomUUID()
  await Promise.all(
    [admin, secondAdmin, admin, secondAdmin].map(async (as) =>
      attack(target, { path, body: { status: 'approved' }, as, headers: { 'idempotency-key': key } }),
    ),
  )
  expect((await call(member, countNotices, {})).last_number).toBe(before + 1)
  expect((await call(member, listNotices, { query: {} })).items[0]).toMatchObject({
    kind: 'request_approved',
    request: { id: request.id },
  })
})

test('the application’s own login to the database writes, changes and removes no notice [A309]', async () => {
  const statements = [
    'INSERT INTO notices SELECT * FROM notices',
    'UPDATE notices SET number = number',
    'DELETE FROM notices',
    'TRUNCATE notices',
    'INSERT INTO notice_boxes SELECT * FROM notice_boxes',
    'UPDATE notice_boxes SET last_number = last_number + 1',
    'DELETE FROM notice_boxes',
    'UPDATE notice_start SET since = now()',
    `SELECT ledger.notify(user_id, 'payout_sent', user_id, user_id, user_id) FROM notice_boxes`,
  ]
  const stolen = new pg.Pool({ connectionString: target.server.databaseUrl('app'), max: 1 })
  try {
    expect((await stolen.query('SELECT FROM notices')).rowCount).toBeGreaterThan(0)
    await expectUnchanged(target, async () => {
      for (const statement of statements) {
        const code = await stolen.query(statement).then(
          () => 'done',
          (error: pg.DatabaseError) => error.code,
        )
        expect([statement, code]).toEqual([statement, '42501'])
      }
    })
  } finally {
    await stolen.end()
  }
})
