import { randomUUID } from 'node:crypto'
import * as ledger from './ledger-calls.ts'
import type { TestDatabase } from './database.ts'
import { createPackage, decide, rollUpAll, submit, submitPackage } from './ledger.ts'
import { createAdmin, createMember, createUploadRow } from './people.ts'
import { askForSlip, replaceSlip, submitAsked } from './slips.ts'
import { addTransfer, makeSender } from './transfers.ts'

/**
 * Fills the books with at least one of everything: a package with a bonus and a reward, pending and decided requests of
 * each kind, a buy that was paid in part by a transfer of the chain, a transfer that was sent back, one without a use, a buy
 * with an amount of its own, one that the policy approved, a buy with a slip that was used before, one with another slip, a reversed correction,
 * coins that wait to mature, reversals with a debt that is repaid in part, and what waits for a second administrator. All of it is rolled up.
 */
export async function fillBooks(database: TestDatabase): Promise<{ userId: string; adminId: string }> {
  const { id: adminId } = await createAdmin(database.ownerDb)
  await database.ownerDb.updateTable('settings').set({ maturity_days: '7' }).execute()
  const referrer = await createMember(database.ownerDb)
  const options = { referredById: referrer.id }
  const [{ id: userId }, friend] = [
    await createMember(database.ownerDb, options),
    await createMember(database.ownerDb, options),
  ]
  const pack = await createPackage(database, { coins: 10_000, bonusPercentage: '10' })
  await decide(database, adminId, userId, await submitPackage(database, userId, pack))
  await submitPackage(database, friend.id, pack)
  await approveCopy(database, adminId, userId)
  const sent = await submit(database, userId, 'transfer', 1000, { recipientMemberId: referrer.memberId })
  await decide(database, adminId, userId, sent)
  await decide(database, adminId, userId, await submit(database, userId, 'withdrawal', 1000))
  await decide(database, adminId, userId, await submit(database, userId, 'withdrawal', 1000), 'rejected')
  const correction = { token: null, actorId: adminId, userId, reason: 'Mistyped' }
  const { movementId } = await ledger.adjust(database.ownerDb, { ...correction, key: randomUUID(), coins: '7' })
  const reversal = { coins: '-7', reversesId: movementId }
  await ledger.adjust(database.ownerDb, { ...correction, ...reversal, key: randomUUID() })
  const requestId = await submit(database, userId, 'withdrawal', 1000)
  await database.owner.query(
    `INSERT INTO ledger.call_origins (subject_id, request_id, caller_id, key, call, session_id)
     VALUES ($1, $2, $1, $2, 'submit', $2)`,
    [userId, requestId],
  )
  await database.ownerDb.updateTable('settings').set({ maturity_days: '0' }).execute()
  await decide(
    database,
    adminId,
    userId,
    await submitPackage(database, userId, await createPackage(database, { coins: 1_500_000 })),
  )
  await ledger.adjust(database.ownerDb, { ...correction, key: randomUUID(), coins: '1500000' })
  await payInPart(database, adminId, referrer.id)
  // The payout was sent once, failed, and waits to be sent again.
  await database.owner.query(
    `INSERT INTO ledger.payout_events (user_id, request_id, action, actor_id, hash)
     SELECT user_id, request_id, action, $1, repeat('a', 64) FROM ledger.payouts, unnest('{sent, failed}'::text[]) action`,
    [adminId],
  )
  await database.owner.query(`INSERT INTO ledger.daily_payouts VALUES ((now() AT TIME ZONE 'UTC')::date, 0, 0)`)
  await buyWithTail(database)
  await replaceSlips(database, adminId, friend.id)
  await reverseSome(database, adminId, referrer.id)
  await rollUpAll(database)
  return { userId, adminId }
}

/** Reverses a first package with its reward after its coins were sent on, a withdrawal, and a transfer. */
async function reverseSome(database: TestDatabase, actorId: string, referredById: string): Promise<void> {
  const { id: userId } = await createMember(database.ownerDb, { referredById })
  const recipient = await createMember(database.ownerDb)
  const pack = await createPackage(database, { coins: 5000, bonusPercentage: '10' })
  const first = await submitPackage(database, userId, pack)
  await decide(database, actorId, userId, first)
  const submitTransfer = () => submit(database, userId, 'transfer', 2000, { recipientMemberId: recipient.memberId })
  const [kept, undone] = [await submitTransfer(), await submitTransfer()]
  const paid = await submit(database, userId, 'withdrawal', 1000)
  for (const id of [kept, undone, paid]) await decide(database, actorId, userId, id)
  const call = { token: null, actorId, userId, reason: 'It was approved for another member.' }
  for (const requestId of [undone, paid, first])
    await ledger.reverse(database.ownerDb, { ...call, key: randomUUID(), requestId })
  await ledger.adjust(database.ownerDb, { ...call, key: randomUUID(), coins: '400' })
  // The next debt waits behind the one before.
  const again = await submitPackage(database, recipient.id, pack)
  await decide(database, actorId, recipient.id, again)
  await ledger.adjust(database.ownerDb, { ...call, userId: recipient.id, key: randomUUID(), coins: '-7000' })
  for (const [owner, requestId] of [
    [recipient.id, again],
    [userId, kept],
  ] as const)
    await ledger.reverse(database.ownerDb, { ...call, userId: owner, key: randomUUID(), requestId })
}

async function payInPart(database: TestDatabase, actorId: string, userId: string): Promise<void> {
  const requestId = await submitPackage(database, userId, await createPackage(database, { bonusPercentage: '10' }))
  const from = makeSender()
  await database.ownerDb.insertInto('sending_addresses').values({ user_id: userId, address: from }).execute()
  const transfers = [await addTransfer(database, { units: 33_333_333n, from })]
  const payment = { transfers, isPart: true, status: 'approved' } as const
  await ledger.decide(database.ownerDb, { token: null, actorId, key: randomUUID(), userId, requestId, ...payment })
  await addTransfer(database, { units: 7n })
  const { hash } = await addTransfer(database, { units: 5n })
  await database.owner.query(`SELECT ledger.note_refund($1, $2, 0, repeat('b', 64), 'Sent twice')`, [actorId, hash])
}

/** Leaves a buy of which the slip was replaced, and another one is awaited. */
async function replaceSlips(database: TestDatabase, adminId: string, userId: string): Promise<void> {
  const pack = await createPackage(database, { coins: 2000 })
  const requestId = await submitAsked(database, adminId, userId, pack)
  await replaceSlip(database, userId, requestId, await createUploadRow(database.ownerDb, userId))
  await askForSlip(database, adminId, userId, requestId, 1)
}

/** Makes two buys with amounts of their own. The policy approves one of them, which is paid. */
async function buyWithTail(database: TestDatabase): Promise<void> {
  const { id: userId } = await createMember(database.ownerDb)
  const setSwitches = (to: 'on' | 'off', contract: string | null) =>
    database.ownerDb
      .updateTable('settings')
      .set({ unique_amounts: to, automatic_approval: to, token_contract: contract })
      .execute()
  await setSwitches('on', 'the token')
  const pack = await createPackage(database)
  const paidId = await submitPackage(database, userId, pack)
  const { rows } = await database.owner.query<{ units: string }>(
    'SELECT trunc(usdt_amount * 1000000)::text AS units FROM ledger.requests WHERE id = $1',
    [paidId],
  )
  await addTransfer(database, { units: BigInt(rows[0]?.units ?? 0), minutes: 1 })
  await database.app.query('SELECT ledger.approve_by_policy()')
  await submitPackage(database, userId, pack)
  await setSwitches('off', null)
}

/** Approves a top-up with the slip of an approved buy, with a reason. */
async function approveCopy(database: TestDatabase, actorId: string, userId: string): Promise<void> {
  const uploadId = await createUploadRow(database.ownerDb, userId)
  const copy = `UPDATE uploads SET sha256 = (SELECT digest FROM ledger.used_proofs LIMIT 1) WHERE id = $1`
  await database.owner.query(copy, [uploadId])
  const requestId = await submit(database, userId, 'buy', 1000, { uploadId })
  const decision = { token: null, actorId, key: randomUUID(), userId, requestId, status: 'approved' } as const
  await ledger.decide(database.ownerDb, { ...decision, reuseReason: 'One transfer paid for two requests.' })
}
