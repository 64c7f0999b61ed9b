import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { asEditor, plantEdit } from '../../../tests/helpers/planted-edits.ts'
import * as ledger from '../ledger/ledger.ts'

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(() => database.drop())

const verify = (kind: 'whole' | 'balances') => database.app.query('SELECT ledger.verify($1)', [kind])

const isWholeDue = async (): Promise<boolean> => {
  const { rows } = await database.owner.query<{ due: boolean }>(
    "SELECT begun_at IS NULL AS due FROM ledger.verifications WHERE kind = 'whole'",
  )
  return rows[0]?.due === true
}

async function memberWithDecision() {
  const member = await createMember(database.ownerDb, { walletAddress: 'TA1' })
  await giveCoins(database.ownerDb, adminId, member.id, 5000)
  const call = { token: null, userId: member.id }
  const withdrawal = { ...call, key: randomUUID(), kind: 'withdrawal', coins: 1000, usdtRate: '1' } as const
  const { requestId } = await ledger.submit(database.ownerDb, withdrawal)
  const decision = { ...call, key: randomUUID(), requestId, actorId: adminId, status: 'rejected', notes: 'No' } as const
  await database.ownerDb.transaction().execute(async (tx) => ledger.decide(tx, decision))
  return member
}

/** Checks the balances, as if the check before had been two minutes later than it was. Returns true if it makes a whole run due. */
async function makesRunDue(): Promise<boolean> {
  await database.owner.query(
    `UPDATE ledger.verifications SET begun_at = now(),
            started_at = CASE kind WHEN 'balances' THEN now() + interval '2 minutes' ELSE started_at END`,
  )
  await verify('balances')
  return isWholeDue()
}

/** Does so as if no run had been early yet, so that late rows are enough to make one due. */
async function findsLateRows(): Promise<boolean> {
  await database.owner.query('UPDATE ledger.verifications SET early_at = NULL')
  return makesRunDue()
}

/** Looks until all rows of before are seen. Transactions of other tests on the same cluster make them late until they end. */
async function untilNoneIsLate(): Promise<void> {
  await verify('balances')
  await vi.waitFor(async () => expect(await findsLateRows()).toBe(false), { timeout: 10_000, interval: 50 })
}

test.each([
  ['a line', 'UPDATE ledger.lines SET rate = rate + 1 WHERE user_id = $1'],
  ['a movement', 'UPDATE ledger.movements SET amount = amount + 1 WHERE user_id = $1'],
  ['an accepted call', 'UPDATE ledger.commands SET coins = coins + 1 WHERE subject_id = $1'],
  [
    'a decided request',
    "UPDATE ledger.requests SET amount_usd = amount_usd + 1 WHERE user_id = $1 AND status = 'rejected'",
  ],
])('if %s is written again, the next look at the balances makes a whole run due', async (_, edit) => {
  const { id } = await memberWithDecision()
  await untilNoneIsLate()
  await plantEdit(database, edit, [id])
  expect(await findsLateRows()).toBe(true)
  await untilNoneIsLate()
  await plantEdit(database, edit.replace('+ 1', '- 1'), [id])
})

test.each([
  ['in a transaction', ''],
  ['behind a savepoint of a transaction', 'SAVEPOINT one;'],
])('an edit is late, too, if it was made %s that was under way at the last look', async (_, savepoint) => {
  const { id } = await memberWithDecision()
  await untilNoneIsLate()
  await asEditor(database, async (editor) => {
    await editor.query(`BEGIN; SELECT pg_current_xact_id(); ${savepoint}`)
    await editor.query('UPDATE ledger.lines SET rate = rate + 1 WHERE user_id = $1', [id])
    // A transaction that ends later moves the end of the next snapshot past the editor's.
    await database.owner.query('SELECT pg_current_xact_id()')
    await findsLateRows()
    await editor.query('COMMIT')
  })
  expect(await findsLateRows()).toBe(true)
  await plantEdit(database, 'UPDATE ledger.lines SET rate = rate - 1 WHERE user_id = $1', [id])
})

test('a call that was under way at the last look is not late, and without a last look nothing is', async () => {
  const { id } = await memberWithDecision()
  await plantEdit(database, 'UPDATE ledger.verifications SET looked_at_snapshot = NULL')
  expect(await findsLateRows()).toBe(false)
  await untilNoneIsLate()
  await database.owner.query('UPDATE ledger.verifications SET begun_at = now(), early_at = NULL')
  await database.ownerDb.transaction().execute(async (tx) => {
    const gift = { actorId: adminId, userId: id, coins: '5', reason: 'A gift', key: randomUUID(), token: null }
    await ledger.adjust(tx, gift)
    await verify('balances')
  })
  await verify('balances')
  expect(await isWholeDue()).toBe(false)
})

test('after an early run, the next one comes in its usual time', async () => {
  const { id } = await memberWithDecision()
  await untilNoneIsLate()
  await plantEdit(database, 'UPDATE ledger.lines SET rate = rate + 1 WHERE user_id = $1', [id])
  expect(await findsLateRows()).toBe(true)
  await plantEdit(database, 'UPDATE ledger.lines SET rate = rate - 1 WHERE user_id = $1', [id])
  await verify('whole')
  expect(await makesRunDue()).toBe(false)
  await verify('whole')
  await plantEdit(database, 'UPDATE ledger.lines SET rate = rate + 0 WHERE user_id = $1', [id])
  expect(await makesRunDue()).toBe(true)
})

test('rows that were copied into another cluster are late once', async () => {
  await plantEdit(database, "UPDATE ledger.verifications SET looked_at_snapshot = '9000000000:9000000000:'")
  expect(await findsLateRows()).toBe(true)
})
