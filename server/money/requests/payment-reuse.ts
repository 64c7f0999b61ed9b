import { sql } from 'kysely'
import type { EarlierUse, ReuseReasonGiven } from '../../../contract/payment-reuse.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { Db } from '../../platform/db/client.ts'

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
