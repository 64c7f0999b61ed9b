import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adjustBalance } from '../../contract/adjustments.ts'
import { decideRequest } from '../../contract/requests.ts'
import { changeUserStatus, signOutUser } from '../../contract/users.ts'
import { call, createAdmin, createTestApp, logIn, type Person, type TestApp } from '../helpers/app.ts'
import * as ledger from '../helpers/ledger.ts'
import { createMember, giveCoins, type MemberFixture } from '../helpers/people.ts'
import { callProven, readMailSubjects } from '../helpers/two-factor.ts'

// The cookie of an administrator alone, without a proof. A coin is worth a cent, and above 10,000 USD a decision needs a proof.

let site: TestApp
let owner: Person
let accomplice: Person
let member: MemberFixture
let friend: MemberFixture
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: 'on' })
  owner = await createAdmin(site, 'Grace Hopper')
  accomplice = await createAdmin(site, 'Mallory Grey')
  friend = await createMember(site.database.ownerDb)
})
afterAll(async () => site.close())

beforeEach(async () => {
  await site.database.owner.query('DELETE FROM ledger.decided_worth; DELETE FROM rate_limits')
  member = await createMember(site.database.ownerDb)
  await giveCoins(site.database.ownerDb, owner.userId, member.id, 20_000_000)
})

const key = () => ({ 'idempotency-key': randomUUID() })
const ask = async (usd: number) =>
  ledger.submit(site.database, member.id, 'transfer', usd * 100, { recipientMemberId: friend.memberId })
const approval = (requestId: string) =>
  ({ params: { userId: member.id, requestId }, body: { status: 'approved' } }) as const
const correction = (usd: number) => ({
  params: { userId: member.id },
  body: { coins: usd * 100, reason: 'A gift' },
})
const approve = async ({ cookie }: Person, requestId: string) =>
  call(site, decideRequest, approval(requestId), { cookie, headers: key() })
const adjust = async ({ cookie }: Person, usd: number) =>
  call(site, adjustBalance, correction(usd), { cookie, headers: key() })

async function readAloneUsd({ userId }: Person): Promise<number> {
  const { rows } = await site.database.owner.query<{ sum: string }>(
    'SELECT coalesce(sum(alone_usd), 0) AS sum FROM ledger.decided_worth WHERE administrator_id = $1',
    [userId],
  )
  return Number(rows[0]?.sum)
}

test('moves no more in a day than one decision without a proof, in however many parts [A310]', async () => {
  const statuses: number[] = []
  for (const usd of [4_000, 3_000, 3_000]) statuses.push((await approve(owner, await ask(usd))).status)
  expect(statuses).toEqual([200, 200, 200])
  const more = await ask(10)
  expect((await approve(owner, more)).body.code).toBe('step_up_required')
  expect((await adjust(owner, 10)).body.code).toBe('step_up_required')
  expect(await readAloneUsd(owner)).toBe(10_000)
  // With a proof of the very call it goes on.
  expect((await callProven(site, owner, decideRequest, approval(more), key())).body.status).toBe('approved')
  expect((await callProven(site, owner, adjustBalance, correction(10), key())).status).toBe(200)
})

test('moves no more by many calls at the same moment [A310]', async () => {
  const requests = await Promise.all(Array.from({ length: 8 }, async () => ask(4_000)))
  const calls = [
    ...requests.map(async (id) => approve(owner, id)),
    ...Array.from({ length: 8 }, async () => adjust(owner, 4_000)),
  ]
  const codes = (await Promise.all(calls)).map(({ status, body }) => (status === 200 ? 'done' : body.code))
  expect(codes.filter((code) => code === 'done')).toHaveLength(2)
  expect(new Set(codes)).toEqual(new Set(['done', 'step_up_required']))
  expect(await readAloneUsd(owner)).toBe(8_000)
  await ledger.expectNoViolations(site.database)
})

test('completes nothing that a dishonest colleague has begun [A311]', async () => {
  // The colleague has decided as much as goes alone, so even a small decision waits for another administrator.
  await site.database.owner.query(
    `INSERT INTO ledger.decided_worth VALUES ($1, date_trunc('hour', now()), 'transfer', 25000, 25000)`,
    [accomplice.userId],
  )
  const requestId = await ask(500)
  const begun = await callProven(site, accomplice, decideRequest, approval(requestId), key())
  expect(begun.body).toMatchObject({ status: 'pending' })
  expect((await callProven(site, accomplice, adjustBalance, correction(500), key())).body.movement_id).toBeUndefined()
  expect((await approve(owner, requestId)).body.code).toBe('step_up_required')
  expect((await adjust(owner, 500)).body.code).toBe('step_up_required')
  expect((await callProven(site, owner, decideRequest, approval(requestId), key())).body.status).toBe('approved')
})

test('rejects, suspends or deactivates at most thirty without a proof, and one more in two minutes [A312]', async () => {
  const victims = await Promise.all(Array.from({ length: 18 }, async () => createMember(site.database.ownerDb)))
  const requests = await Promise.all(Array.from({ length: 16 }, async () => ask(10)))
  const rejection = (requestId: string) => ({
    params: { userId: member.id, requestId },
    body: { status: 'rejected', admin_notes: 'No' } as const,
  })
  const suspension = ({ id }: MemberFixture) => ({
    params: { userId: id },
    body: { status: 'Suspended', reason: 'No' } as const,
  })
  const { cookie } = owner
  const codes = [
    ...(await Promise.all(
      victims.map(async (one) => call(site, changeUserStatus, suspension(one), { cookie, headers: key() })),
    )),
    ...(await Promise.all(
      requests.map(async (id) => call(site, decideRequest, rejection(id), { cookie, headers: key() })),
    )),
  ].map(({ status, body }) => (status === 200 ? 'done' : body.code))
  expect(codes.filter((code) => code === 'done')).toHaveLength(30)
  expect(codes.filter((code) => code === 'step_up_required')).toHaveLength(4)
  const last = await createMember(site.database.ownerDb)
  expect((await callProven(site, owner, changeUserStatus, suspension(last), key())).status).toBe(200)
  // Ended sessions have a limit of their own.
  const ends: number[] = []
  for (let count = 0; count < 22; count += 1) {
    const input = { params: { userId: last.id }, body: { reason: 'No' } }
    ends.push((await call(site, signOutUser, input, { cookie })).status)
  }
  expect(ends.slice(-2)).toEqual([429, 429])
})

test('opens an account with a stolen password on a new device, which is mailed at once [A314]', async () => {
  const subject = 'Your account was opened on a new device'
  expect(await readMailSubjects(site, owner)).not.toContain(subject)
  await logIn(site, owner.email, 'admin')
  expect(await readMailSubjects(site, owner)).toContain(subject)
})
