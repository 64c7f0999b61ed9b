import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, expectNoViolations, submitPackage } from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'

let database: TestDatabase
let approvers: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  approvers = [(await createAdmin(database.ownerDb)).id, (await createAdmin(database.ownerDb)).id]
})
afterAll(() => database.drop())

/** Lets two administrators decide more than this sum of 24 hours only together. */
const setPolicy = (scope: string, usd: number) =>
  database.owner.query(
    `INSERT INTO ledger.policies (subject, scope, outcome, over_usd) VALUES ('money', $1, 'second', $2)`,
    [scope, usd],
  )

/** Makes fifty buys of 100 USD each, of one member or of fifty. */
async function submitBuys(users: 1 | 50) {
  const pack = await createPackage(database)
  const members = await Promise.all(Array.from({ length: users }, () => createMember(database.ownerDb)))
  const buys: { userId: string; requestId: string }[] = []
  for (let count = 0; count < 50; count += 1) {
    const userId = members[count % users]?.id ?? ''
    buys.push({ userId, requestId: await submitPackage(database, userId, pack) })
  }
  return buys
}

/** Lets the two approve all of them at the same moment. Returns the USD that one of them decided alone. */
async function approveAtOnce(buys: Awaited<ReturnType<typeof submitBuys>>): Promise<number> {
  await Promise.all(
    buys.map((buy, at) =>
      ledger.decide(database.ownerDb, {
        token: null,
        actorId: approvers[at % 2] ?? '',
        key: randomUUID(),
        ...buy,
        status: 'approved',
      }),
    ),
  )
  const { rows } = await database.owner.query<{ done: number }>(
    `SELECT count(*)::integer AS done FROM ledger.requests r WHERE r.id = ANY ($1) AND r.status = 'approved'
        AND NOT EXISTS (SELECT FROM ledger.approvals a WHERE a.request_id = r.id)`,
    [buys.map(({ requestId }) => requestId)],
  )
  await expectNoViolations(database)
  return (rows[0]?.done ?? 0) * 100
}

test('of fifty decisions of two administrators at once, a member gets what a rule allows', async () => {
  const buys = await submitBuys(1)
  await setPolicy('by_member_24h', 1_000)
  expect(await approveAtOnce(buys)).toBe(1_000)
})

test('of fifty decisions of two administrators at once, the platform gives what a rule allows', async () => {
  await database.owner.query(`DELETE FROM ledger.policies WHERE scope = 'by_member_24h'`)
  const buys = await submitBuys(50)
  // Of the other test, 1,000 USD count already.
  await setPolicy('by_platform_24h', 2_000)
  expect(await approveAtOnce(buys)).toBe(1_000)
})

test('a first approval does not count while its giver is neither owner nor approver', async () => {
  const { id: userId } = await createMember(database.ownerDb)
  const requestId = await submitPackage(database, userId, await createPackage(database, { coins: 2_000_000 }))
  const approve = async (actorId: string | undefined) => {
    const decision = { token: null, actorId: actorId ?? '', key: randomUUID(), userId, requestId }
    return ledger.decide(database.ownerDb, { ...decision, status: 'approved' })
  }
  const giver = (await createAdmin(database.ownerDb, 'Ada Approver', 'approver')).id
  const setDuty = (duty: string) => database.owner.query('UPDATE profiles SET duty = $1 WHERE id = $2', [duty, giver])
  const readStatus = async () =>
    (await database.owner.query<{ status: string }>('SELECT status FROM ledger.requests WHERE id = $1', [requestId]))
      .rows[0]?.status
  await approve(giver)
  for (const duty of ['support', 'auditor']) {
    await setDuty(duty)
    const other = (await createAdmin(database.ownerDb)).id
    await approve(other)
    expect(await readStatus()).toBe('pending')
    await database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [other])
  }
  await approve(approvers[0])
  expect(await readStatus()).toBe('pending')
  await setDuty('approver')
  await approve(approvers[1])
  expect(await readStatus()).toBe('approved')
})
