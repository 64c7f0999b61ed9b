import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { decide, expectNoViolations, readBalance } from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin } from '../../../tests/helpers/people.ts'
import { PolicyBuys } from '../../../tests/helpers/policy-buys.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { depositAddress, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'

let database: TestDatabase
let db: Db
let adminId: string
let buys: PolicyBuys

beforeAll(async () => {
  database = await createTestDatabase()
  buys = new PolicyBuys(database)
  const onError = (error: Error) => {
    throw error
  }
  db = createDb(createPool(database.ownerUrl, { max: 12, onError }))
  adminId = (await createAdmin(database.ownerDb)).id
})
beforeEach(() => buys.begin())
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('a buy that is paid to the last digit is approved, once, with its transfer and on record', async () => {
  const bought = await buys.buy()
  expect(await buys.run()).toEqual([])
  const transfer = await buys.pay(bought)
  expect(await buys.run()).toEqual([bought.requestId])
  expect(await readBalance(database, bought.userId)).toEqual(['1000', '0'])
  const { rows } = await database.owner.query(
    `SELECT r.decided_by, r.received_units = r.usdt_amount * 1000000 AS is_exact, a.transaction_hash, p.worth_usd::text,
            (SELECT count(*)::int FROM audit_events e WHERE e.action = 'request_approved_by_policy' AND e.actor_id IS NULL
                AND e.detail ->> 'requestId' = r.id::text) AS records
       FROM ledger.requests r JOIN ledger.allocations a ON a.request_id = r.id JOIN ledger.automatic_approvals p ON p.request_id = r.id
      WHERE r.id = $1`,
    [bought.requestId],
  )
  expect(rows).toMatchObject([{ decided_by: null, is_exact: true, transaction_hash: transfer.hash, records: 1 }])
  const before = await readTableDigests(database.owner)
  expect(await buys.run()).toEqual([])
  expect(await readTableDigests(database.owner)).toEqual(before)
  await expect(decide(database, adminId, bought.userId, bought.requestId)).rejects.toMatchObject({
    code: 'already_processed',
  })
})

test('a buy that a rule gives to a second administrator, or holds, is left to people', async () => {
  const rules = [`('deposit', 'single', 'second', 9.99, NULL)`, `('deposit', 'by_member_24h', 'hold', 5, 24)`]
  for (const rule of rules) {
    await database.owner.query(
      `INSERT INTO ledger.policies (subject, scope, outcome, over_usd, hold_hours) VALUES ${rule}`,
    )
    const bought = await buys.buyPaid()
    expect(await buys.run()).toEqual([])
    await database.owner.query(`DELETE FROM ledger.policies WHERE subject = 'deposit'`)
    expect(await buys.run()).toEqual([bought.requestId])
  }
})

test('a buy with a first approval of a person is left to people', async () => {
  await database.owner.query(
    `INSERT INTO ledger.policies (subject, scope, outcome, over_usd) VALUES ('deposit', 'single', 'second', 1)`,
  )
  await createAdmin(database.ownerDb)
  const bought = await buys.buy()
  await decide(database, adminId, bought.userId, bought.requestId)
  await database.owner.query(`DELETE FROM ledger.policies WHERE subject = 'deposit'`)
  await buys.pay(bought)
  expect(await buys.run()).toEqual([])
  await decide(database, adminId, bought.userId, bought.requestId, 'rejected')
})

test('servers that work at once approve each buy once, and never more than the limit of the day', async () => {
  const { rows } = await database.owner.query<{ sum: string }>('SELECT ledger.automatic_worth() AS sum')
  const all = await Promise.all(Array.from({ length: 8 }, async () => buys.buyPaid()))
  await buys.set({ automatic_approval_day_usd: String(Number(rows[0]?.sum) + 5.5 * buys.price) })
  const runs = await Promise.all(Array.from({ length: 4 }, async () => buys.run()))
  const approved = runs.flat()
  expect(new Set(approved).size).toBe(approved.length)
  expect(approved).toHaveLength(5)
  await buys.set({})
  expect(await buys.run()).toHaveLength(3)
  expect(await Promise.all(all.map(async (bought) => buys.readStatus(bought)))).toEqual(all.map(() => 'approved'))
})

test('of the policy, a person and the member, one ends the buy', async () => {
  for (let round = 0; round < 12; round += 1) {
    const bought = await buys.buyPaid()
    const { userId, requestId } = bought
    const call = { token: null, userId, requestId } as const
    const [policy, ...others] = await Promise.allSettled([
      buys.run(),
      ledger.decide(db, {
        ...call,
        actorId: adminId,
        key: randomUUID(),
        status: round % 2 ? 'approved' : 'rejected',
        notes: 'No',
      }),
      ledger.cancel(db, { ...call, key: randomUUID() }),
    ])
    const byPolicy = policy.status === 'fulfilled' ? policy.value.length : -1
    const byOthers = others.filter(({ status }) => status === 'fulfilled').length
    expect(byPolicy + byOthers).toBe(1)
    await expectNoViolations(database)
  }
})

test('after a stop has answered, nothing is approved', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, async () => buys.buyPaid()))
  const run = buys.run()
  await buys.set({ automatic_approval: 'off' })
  const { rows } = await database.owner.query<{ count: string }>('SELECT count(*) FROM ledger.automatic_approvals')
  await run
  const after = await database.owner.query<{ count: string }>('SELECT count(*) FROM ledger.automatic_approvals')
  expect(after.rows).toEqual(rows)
  await buys.set({})
  await buys.run()
  expect(await Promise.all(all.map(async (bought) => buys.readStatus(bought)))).toEqual(all.map(() => 'approved'))
})

test('the application reaches nothing of it but the one function [A305]', async () => {
  const bought = await buys.buyPaid({ by: -1n })
  const forbidden = [
    `INSERT INTO ledger.automatic_approvals (user_id, request_id, worth_usd, limit_usd, day_limit_usd) VALUES ('${bought.userId}', '${bought.requestId}', 1, 1, 1)`,
    `UPDATE settings SET automatic_approval_usd = 1000000`,
    `SELECT ledger.settle_by_policy(r, 'a:0', 1, s) FROM ledger.requests r, settings s WHERE r.id = '${bought.requestId}'`,
    `SELECT ledger.set_settings(NULL, NULL, 1, '{"automatic_approval": "on"}', NULL)`,
  ]
  for (const statement of forbidden) await expect(database.app.query(statement)).rejects.toThrow('permission denied')
  await database.app.query('SELECT ledger.approve_by_policy($1)', [bought.requestId])
  expect(await buys.readStatus(bought)).toBe('pending')
})

test('a transfer that the application’s login invents is approved within the limits alone, and not after a stop [A305]', async () => {
  const { rows } = await database.owner.query<{ sum: string }>('SELECT ledger.automatic_worth() AS sum')
  const all = [await buys.buy(), await buys.buy(), await buys.buy()]
  for (const { units } of all) await inventTransfer(units)
  await buys.set({ automatic_approval: 'off' })
  expect(await buys.run()).toEqual([])
  await buys.set({ automatic_approval_day_usd: String(Number(rows[0]?.sum) + 2.5 * buys.price) })
  expect(await buys.run()).toHaveLength(2)
  await buys.set({})
  expect(await buys.run()).toHaveLength(1)
})

/** Writes a final transfer that no person made, with the rights of the application alone. */
async function inventTransfer(units: bigint): Promise<void> {
  const hash = makeHash()
  await database.app.query(
    'INSERT INTO chain_transactions (hash, hint_units, first_seen, due_at) VALUES ($1, 0, now(), now())',
    [hash],
  )
  await database.app.query(`UPDATE chain_transactions SET outcome = 'succeeded', judged_at = now() WHERE hash = $1`, [
    hash,
  ])
  await database.app.query(
    `INSERT INTO chain_transfers (transaction_hash, log_index, contract, from_address, to_address, units, block_number, block_time,
                                  first_seen, final_at)
     VALUES ($1, 0, 'the token', $2, $3, $4, 1, now() + interval '1 minute', now(), now())`,
    [hash, makeSender(), depositAddress, String(units)],
  )
}
