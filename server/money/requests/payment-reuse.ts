import { sql } from 'kysely'
import type { EarlierUse, ReuseReasonGiven } from '../../../contract/payment-reuse.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'

interface Asked {
  userId: string
  requestId: string
  reuseReason?: string | null | undefined
}

/**
 * Refuses an approval early, before the administrator must give a proof, if its payment was used before and there is no
 * reason. ledger.decide refuses it for good. A decided request passes, so that a repeated call gets its answer.
 */
export async function checkReuse(db: Db, { userId, requestId, reuseReason }: Asked): Promise<void> {
  if (reuseReason) return
  const { rows } = await sql`
    select from ledger.requests r cross join ledger.earlier_uses(r.user_id, r.id)
     where r.user_id = ${userId} and r.id = ${requestId} and r.status = 'pending' limit 1`.execute(db)
  if (rows.length > 0) throw new Refusal('payment_used_before', { field: 'reuse_reason' })
}

/** Reads the approved buys to which the payment of a request belongs, one for each kind of proof. */
export async function readEarlierUses(db: Db, userId: string, requestId: string): Promise<EarlierUse[]> {
  const { rows } = await sql<Omit<EarlierUse, 'number'> & { number: string }>`
    select e.kind, e.member_id as user_id, e.request_id as id, r.number, p.full_name, p.member_id
      from ledger.earlier_uses(${userId}::uuid, ${requestId}::uuid) e
      join ledger.requests r on r.user_id = e.member_id and r.id = e.request_id
      join profiles p on p.id = e.member_id
     order by e.kind`.execute(db)
  return rows.map((row) => ({ ...row, number: requestNumber('buy', row.number) }))
}

/** Reads why administrators approved a request although its payment was used before. */
export async function readReuseReasons(db: Db, userId: string, requestId: string): Promise<ReuseReasonGiven[]> {
  const rows = await db
    .selectFrom('ledger.reuse_reasons as w')
    .innerJoin('profiles as p', 'p.id', 'w.administrator_id')
    .innerJoin('ledger.requests as r', (join) =>
      join.onRef('r.user_id', '=', 'w.earlier_member_id').onRef('r.id', '=', 'w.earlier_request_id'),
    )
    .select(['w.kind', 'w.reason', 'p.full_name as administrator_name', 'w.created_at', 'r.number'])
    .select(['w.earlier_member_id as earlier_user_id', 'w.earlier_request_id as earlier_id'])
    .where('w.user_id', '=', userId)
    .where('w.request_id', '=', requestId)
    .orderBy('w.id')
    .execute()
  return rows.map(({ number, ...row }) => ({ ...row, earlier_number: requestNumber('buy', number) }))
}
