import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDatabase } from '../bench/seed/fill-database.ts'
import { isMemberId } from '../contract/member-id.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'
import { createMember } from './helpers/people.ts'

const plan = { members: 400, transactions: 4_000 }
let database: TestDatabase
const print = () => undefined

beforeAll(async () => {
  database = await createTestDatabase()
  await fillDatabase(database.ownerUrl, plan, { print })
})
afterAll(() => database.drop())

test('makes the requested number of members, and about the number of transactions', async () => {
  expect(await count("profiles where role = 'user'")).toBe(plan.members)
  const transactions = await count('transactions')
  expect(transactions).toBeGreaterThan(plan.transactions * 0.7)
  expect(transactions).toBeLessThan(plan.transactions * 1.4)
})

test('makes requests of each kind and status, and a tenth of the members wait for a decision', async () => {
  const { rows } = await database.owner.query<{ pair: string }>(
    `select distinct kind || ' ' || status as pair from ledger.requests`,
  )
  expect(rows.map(({ pair }) => pair).toSorted()).toEqual(
    ['buy', 'transfer', 'withdrawal'].flatMap((kind) =>
      ['approved', 'cancelled', 'pending', 'rejected'].map((status) => `${kind} ${status}`),
    ),
  )
  expect(await count("ledger.requests where status = 'pending'")).toBe(plan.members / 10)
})

test('leaves no violation, no negative balance, and no row of the future', async () => {
  const { rows } = await database.owner.query('select * from ledger.violations')
  expect(rows).toEqual([])
  expect(await count('ledger.lines where available_after < 0 or locked_after < 0')).toBe(0)
  expect(await count('ledger.lines where created_at > now()')).toBe(0)
  expect(await count('ledger.requests where decided_at > now() or decided_at < created_at')).toBe(0)
})

test('rolls the totals up', async () => {
  expect(await count('ledger.commands where xid >= (select watermark from ledger.rollup)')).toBe(0)
  expect(await count('global_platform_stats where total_members = 400')).toBe(1)
})

test('gives members valid ids, and statements in the order of time', async () => {
  const { rows } = await database.owner.query<{ member_id: string }>(
    `select member_id from profiles where role = 'user'`,
  )
  expect(rows.filter(({ member_id: id }) => !isMemberId(id))).toEqual([])
  expect(
    await count(`(select created_at < lag(created_at) over (partition by user_id order by version) as is_astray
                    from ledger.lines) l where is_astray`),
  ).toBe(0)
})

test('leaves a complete database unchanged', async () => {
  const lines: string[] = []
  await fillDatabase(database.ownerUrl, plan, { print: (line) => lines.push(line) })
  expect(lines).toEqual(['This database is complete already.'])
  expect(await count("profiles where role = 'user'")).toBe(plan.members)
})

test('continues an interrupted run', async () => {
  const other = await createTestDatabase()
  const small = { members: 250, transactions: 1_000 }
  const interrupt = () => {
    throw new Error('interrupted')
  }
  const blockMembers = 100
  await expect(fillDatabase(other.ownerUrl, small, { print: interrupt, blockMembers })).rejects.toThrow('interrupted')
  const lines: string[] = []
  await fillDatabase(other.ownerUrl, small, { print: (line) => lines.push(line), blockMembers })
  expect(lines[0]).toMatch(/^200 of 250 members/)
  expect(lines[1]).toMatch(/^250 of 250 members/)
  const { rows } = await other.owner.query(`select count(*)::int as n from profiles where role = 'user'`)
  expect(rows).toEqual([{ n: small.members }])
  await other.drop()
})

test('refuses a database of another size and one with real people', async () => {
  await expect(fillDatabase(database.ownerUrl, { ...plan, members: 401 }, { print })).rejects.toThrow(/400 members/)
  const other = await createTestDatabase()
  await createMember(other.ownerDb)
  await expect(fillDatabase(other.ownerUrl, plan, { print })).rejects.toThrow(/not made up/)
  const { rows } = await other.owner.query(`select count(*)::int as n from profiles`)
  expect(rows).toEqual([{ n: 1 }])
  await other.drop()
})

async function count(what: string): Promise<number> {
  const { rows } = await withConnection(database.ownerUrl, (owner) =>
    owner.query<{ n: number }>(`select count(*)::int as n from ${what}`),
  )
  return rows[0]?.n ?? Number.NaN
}
