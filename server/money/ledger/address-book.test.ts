import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations, expectRefused, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

async function createHolder(): Promise<string> {
  const { id } = await createMember(database.ownerDb, { walletAddress: 'T-default' })
  await giveCoins(database.ownerDb, adminId, id, 5000)
  await database.owner.query(
    `INSERT INTO wallet_addresses (user_id, address, added_at) VALUES ($1, 'T-other', 'epoch')`,
    [id],
  )
  return id
}

test('the removal of an address waits for an approval under way', async () => {
  const userId = await createHolder()
  const requestId = await submit(database, userId, 'withdrawal', 1000, { walletAddress: 'T-other' })
  const approval = await database.owner.connect()
  try {
    await approval.query('BEGIN')
    await approval.query(`SELECT ledger.decide($1, $2, $3, $4, 'approved', NULL)`, [
      adminId,
      randomUUID(),
      userId,
      requestId,
    ])
    const removal = `SET LOCAL lock_timeout = '200ms'; DELETE FROM wallet_addresses WHERE user_id = '${userId}' AND address = 'T-other'`
    await expect(database.owner.query(removal)).rejects.toMatchObject({ code: '55P03' })
    await approval.query('COMMIT')
  } finally {
    approval.release()
  }
  await database.owner.query(`DELETE FROM wallet_addresses WHERE user_id = $1 AND address = 'T-other'`, [userId])
})

test('a withdrawal to an address that has left the book is refused, and its coins can be released', async () => {
  const userId = await createHolder()
  const requestId = await submit(database, userId, 'withdrawal', 1000, { walletAddress: 'T-other' })
  await database.owner.query(`DELETE FROM wallet_addresses WHERE user_id = $1 AND address = 'T-other'`, [userId])
  const decision = { token: null, actorId: adminId, userId, requestId, notes: 'The address was removed' }
  await expectRefused(database, 'wallet_address_unlisted', () =>
    ledger.decide(database.ownerDb, { ...decision, key: randomUUID(), status: 'approved' }),
  )
  await ledger.decide(database.ownerDb, { ...decision, key: randomUUID(), status: 'rejected' })
})
