import { sql } from 'kysely'
import type { getNextRequest as nextOperation } from '../../../../contract/desk.ts'
import { requestKinds } from '../../../../contract/endpoints/requests.ts'
import type { OutputOf } from '../../../../contract/operation.ts'
import type { Db } from '../../../platform/db/client.ts'
import { hot } from '../../../platform/db/prepared.ts'
import { readUsualTimes } from '../decision-times.ts'
import { readPackagePromises, selectOverdue } from '../overdue.ts'

type Next = OutputOf<typeof nextOperation>

/** So many of the oldest free requests of a kind are looked at, and so many of the overdue ones. */
const lookedAtMax = 200

/**
 * Finds the request of any kind that this administrator should decide next. `after` is the request to go on from. If it is
 * not among those that are looked at, as after its decision, the search begins anew.
 */
export async function readNextRequest(db: Db, readerId: string, after?: string): Promise<Next> {
  const [usual, packages] = await Promise.all([readUsualTimes(db), readPackagePromises(db)])
  // The request to go on from has its place, also if another administrator has it. Those of others must not take the room of free ones.
  const isMeant = sql<boolean>`(r.id = ${after ?? null}::uuid or (${isFree(readerId)}))`
  const heads = requestKinds.map(
    (kind) => sql`
      (select o.user_id, o.id, true as is_overdue from (${selectOverdue(kind, { usual, packages }, { isMeant })}) o limit ${sql.lit(lookedAtMax)})
      union all
      (select r.user_id, r.id, false from ledger.requests r
        where r.kind = ${sql.lit(kind)} and r.status = 'pending' and r.slip_asked_at is null and ${isMeant}
        order by r.id limit ${sql.lit(lookedAtMax)})`,
  )
  const { rows } = await sql<NonNullable<Next['next']>>`
    ${hot('next_request')} with heads as materialized (
      select user_id, id, bool_or(is_overdue) as is_overdue from (${sql.join(heads, sql` union all `)}) h group by user_id, id),
    here as (select not is_overdue as is_late, id from heads where id = ${after ?? null}::uuid)
    select r.user_id, r.id, r.kind, r.amount_coins, r.created_at, h.is_overdue
      from (select h.* from heads h left join here on true
             where here.id is null or h.id <> here.id
             order by (here.id is null or (not h.is_overdue, h.id) > (here.is_late, here.id)) desc, h.is_overdue desc, h.id
            offset 0) h
      join ledger.requests r on r.user_id = h.user_id and r.id = h.id
     where ${isRipe(readerId)}
     limit 1`.execute(db)
  return { next: rows[0] ?? null }
}

/** The request `r` is no other administrator's, and no other one looks at it. */
const isFree = (readerId: string) => sql<boolean>`
  not exists (select from request_assignments a
               where a.user_id = r.user_id and a.request_id = r.id and a.assignee_id <> ${readerId}::uuid)
  and not exists (select from request_looks l
                   where l.user_id = r.user_id and l.request_id = r.id and l.administrator_id <> ${readerId}::uuid
                     and l.until > now())`

/** This administrator can decide the request `r` now: nothing holds it, and it waits neither for its member nor for another administrator. */
const isRipe = (readerId: string) => sql<boolean>`
  r.slip_asked_at is null
  and not ledger.is_beneficiary(${readerId}::uuid, r)
  and (ledger.approval_outlook(${readerId}::uuid, r)).need in ('nothing', 'completes', 'second', 'delay')
  and (r.kind = 'buy'
       or ((ledger.hold_of(r.user_id)).held_until is null
           and not exists (select from member_stops s where s.user_id = r.user_id and s.lifted_at is null)
           and ledger.debt_of(r.user_id) = 0))
  and (r.kind <> 'withdrawal' or coalesce(ledger.address_usable_from(r.user_id, r.wallet_address) <= now(), true))`
