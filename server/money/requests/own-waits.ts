import { sql } from 'kysely'
import type { listOwnWaits as listOwnWaitsOperation } from '../../../contract/decision-times.ts'
import { earlierMax } from '../../../contract/endpoints/decision-times.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { readUsualTimes } from './decision-times.ts'

interface WaitRow {
  request_id: string
  kind: RequestKind
  earlier: number
  held_until: string | null
  second_check: 'administrator' | 'time' | null
}

/**
 * Reads where the pending requests of a member stand. A member has few, and each place is counted up to a limit, so the call
 * costs the same for queues of any length. Of the requests of others it tells their number alone, and of
 * administrators no name.
 */
export async function listOwnWaits(db: Db, userId: string): Promise<OutputOf<typeof listOwnWaitsOperation>> {
  const [{ rows }, usual] = await Promise.all([
    sql<WaitRow>`
      ${hot('own_waits')} select r.id as request_id, r.kind,
             (select count(*)::integer from (select from ledger.requests q
                where q.kind = r.kind and q.status = 'pending' and q.slip_asked_at is null and q.id < r.id limit ${sql.lit(earlierMax)}) before) as earlier,
             case when r.kind <> 'buy' then greatest(h.held_until, a.usable_from) end as held_until,
             ${secondCheck} as second_check
        from ledger.requests r
       cross join ledger.hold_of(${userId}::uuid) h
        left join lateral (select ledger.address_usable_from(r.user_id, r.wallet_address) as usable_from
                            where r.kind = 'withdrawal') a on a.usable_from > now()
       where r.user_id = ${userId}::uuid and r.status = 'pending'
       order by r.id desc`.execute(db),
    readUsualTimes(db),
  ])
  return { items: rows.map(({ kind, ...wait }) => ({ ...wait, usual: usual[kind] })) }
}

/** An approval counts while its administrator could still give it, as in `ledger.approval_outlook`. */
const secondCheck = sql`
  (select case when exists (
            select from profiles p where p.role = 'admin' and p.status = 'Active' and p.duty in ('owner', 'approver')
               and p.id <> a.administrator_id and not ledger.is_beneficiary(p.id, r)) then 'administrator' else 'time' end
     from ledger.approvals a
    where a.user_id = r.user_id and a.request_id = r.id and ledger.may_approve(a.administrator_id, r)
    order by a.created_at limit 1)`
