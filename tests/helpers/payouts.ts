import { sql } from 'kysely'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import type { Db } from '../../server/platform/db/client.ts'
import { refusalOf } from '../../server/platform/db/refusal.ts'
import type { TestDatabase } from './database.ts'
import { passHolds } from './holds.ts'
import { decide, submit } from './ledger.ts'
import { createMember, giveCoins } from './people.ts'

/** An approved withdrawal of 20 USDT. */
export interface PayoutFixture {
  userId: string
  requestId: string
  address: string
  usdt: string
}

export async function createPayout(
  database: TestDatabase,
  adminId: string,
  {
    address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    coins = 2_000,
    userId,
  }: { address?: string; coins?: number; userId?: string } = {},
): Promise<PayoutFixture> {
  const id = userId ?? (await createMember(database.ownerDb, { walletAddress: address })).id
  await giveCoins(database.ownerDb, adminId, id, coins)
  // The member gets a mail when the payment was sent.
  await database.owner.query(
    'INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [id, '-'],
  )
  await passHolds(database.ownerDb, id)
  const requestId = await submit(database, id, 'withdrawal', coins)
  await decide(database, adminId, id, requestId)
  const { rows } = await database.owner.query<{ usdt: string; address: string }>(
    'SELECT usdt_amount AS usdt, wallet_address AS address FROM ledger.payouts WHERE request_id = $1',
    [requestId],
  )
  const [row] = rows
  if (!row) throw new Error('the approved withdrawal has no payout')
  return { userId: id, requestId, ...row }
}

interface Sent {
  actorId: string
  hash: string
  replaces?: string
  address?: string
}

/** Records a transaction as the functions of the ledger do for a caller. Throws a Refusal. */
export async function noteSent(
  db: Db,
  { userId, requestId, address }: PayoutFixture,
  sent: Sent,
): Promise<string | undefined> {
  return run(db, async (tx) => {
    const { rows } = await sql<{ outcome: string }>`
      select ledger.note_sent(${sent.actorId}::uuid, ${userId}::uuid, ${requestId}::uuid, ${sent.address ?? address}::text,
                              ${sent.hash}::text, ${sent.replaces ?? null}::text) as outcome`.execute(tx)
    return rows[0]?.outcome
  })
}

export async function noteFailed(
  db: Db,
  { userId, requestId }: PayoutFixture,
  { actorId, hash, reason = 'Out of energy' }: { actorId: string; hash: string; reason?: string },
): Promise<void> {
  await run(db, async (tx) => {
    await sql`select ledger.note_failed(${actorId}::uuid, ${userId}::uuid, ${requestId}::uuid, ${hash}::text, ${reason}::text)`.execute(
      tx,
    )
  })
}

async function run<Result>(db: Db, work: Parameters<typeof inTransaction<Result>>[1]): Promise<Result> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

export interface PayoutState {
  state: string
  hash: string | null
  finding: string | null
  failures: number
}

export async function readPayoutState(database: TestDatabase, { requestId }: PayoutFixture): Promise<PayoutState> {
  const { rows } = await database.owner.query<PayoutState>(
    'SELECT state, hash, finding, failures FROM ledger.payouts WHERE request_id = $1',
    [requestId],
  )
  if (!rows[0]) throw new Error('there is no such payout')
  return rows[0]
}

export async function readPayoutHistory(database: TestDatabase, { requestId }: PayoutFixture): Promise<string[]> {
  const { rows } = await database.owner.query<{ action: string; detail: string | null }>(
    'SELECT action, detail FROM ledger.payout_events WHERE request_id = $1 ORDER BY id',
    [requestId],
  )
  return rows.map(({ action, detail }) => [action, detail].filter(Boolean).join(': '))
}
