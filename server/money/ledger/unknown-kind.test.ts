import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onDatabase } from '../../../tests/helpers/database-cluster.ts'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { withConnection } from '../../platform/db/connect.ts'

let database: TestDatabase
let adminId: string
let userId: string
let requestId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
  userId = (await createMember(database.ownerDb)).id
  await giveCoins(database.ownerDb, adminId, userId, 5000)
  requestId = await submit(database, userId, 'withdrawal', 1000)
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

/** Runs `work` on books with a pending request of a kind that only the tables know. Undoes everything afterwards. */
async function withUnknownKind(work: (client: pg.Client) => Promise<void>) {
  const url = onDatabase(inject('cluster').adminUrl, new URL(database.ownerUrl).pathname.slice(1))
  await withConnection(url, async (client) => {
    await client.query('BEGIN')
    await client.query(
      'ALTER TABLE ledger.requests DROP CONSTRAINT request_kind_known, DROP CONSTRAINT request_well_formed',
    )
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query("UPDATE ledger.requests SET kind = 'loan' WHERE id = $1", [requestId])
    await client.query('SET LOCAL session_replication_role = origin')
    await work(client)
    await client.query('ROLLBACK')
  })
}

const calls: [name: string, statement: () => [text: string, values: unknown[]]][] = [
  [
    'approved',
    () => ["SELECT ledger.decide($1, $2, $3, $4, 'approved', NULL)", [adminId, randomUUID(), userId, requestId]],
  ],
  [
    'rejected',
    () => ["SELECT ledger.decide($1, $2, $3, $4, 'rejected', 'No')", [adminId, randomUUID(), userId, requestId]],
  ],
  ['taken back', () => ['SELECT ledger.cancel($1, $2, $3)', [userId, randomUUID(), requestId]]],
  ['forecast', () => ['SELECT * FROM ledger.forecast($1, $2)', [userId, requestId]]],
]

test.each(calls)(
  'a request of a kind without a branch in the ledger is not %s as another kind',
  async (_, statement) => {
    await withUnknownKind(async (client) => {
      const call = client.query(...statement())
      await expect(call).rejects.toMatchObject({ code: '20000', message: 'case not found' })
    })
  },
)

test('a request of a kind without a branch in the ledger is not submitted as another kind', async () => {
  await withUnknownKind(async (client) => {
    const call = client.query("SELECT ledger.submit($1, $2, 'loan', 1000, NULL, NULL, NULL, NULL)", [
      userId,
      randomUUID(),
    ])
    await expect(call).rejects.toMatchObject({ constraint: 'invalid_request' })
  })
})

test('the tables accept the kinds of the contract and no other', async () => {
  const isKnown = async (kind: string) => {
    const { rows } = await database.owner.query<{ known: boolean }>('SELECT ledger.is_known_kind($1) AS known', [kind])
    return rows[0]?.known
  }
  expect(await Promise.all(requestKinds.map(isKnown))).toEqual(requestKinds.map(() => true))
  expect(await isKnown('loan')).toBe(false)
})
