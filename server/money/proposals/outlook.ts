import { sql, type RawBuilder } from 'kysely'
import type { ApprovalOutlook, BrokenRule } from '../../../contract/outlook.ts'
import type { Decimal } from '../../../contract/money.ts'
import type { Db } from '../../platform/db/client.ts'

interface Row {
  id: string
  need: ApprovalOutlook['need']
  worth: Decimal
  rule: BrokenRule | null
  ready_at: string | null
  first_name: string | null
  first_at: string | null
  is_own: boolean | null
}

/**
 * Reads what an approval of each of these pending requests by the reader would need now, by request. `which` is a condition
 * on the row `r` of ledger.requests. The database alone knows the rules.
 */
export async function readOutlooks(
  db: Db,
  readerId: string,
  which: RawBuilder<boolean>,
): Promise<Map<string, ApprovalOutlook>> {
  const { rows } = await sql<Row>`
    select r.id, o.worth, o.rule, o.ready_at, first.full_name as first_name, first.created_at as first_at, first.is_own,
           case when ledger.is_beneficiary(${readerId}::uuid, r) then 'beneficiary' else o.need end as need
      from ledger.requests r
     cross join lateral ledger.approval_outlook(${readerId}::uuid, r) o
      left join lateral (
        select p.full_name, a.created_at, a.administrator_id = ${readerId}::uuid as is_own
          from ledger.approvals a join profiles p on p.id = a.administrator_id
         where a.user_id = r.user_id and a.request_id = r.id and ledger.may_approve(a.administrator_id, r)
         order by a.created_at limit 1) first on true
     where r.status = 'pending' and ${which}`.execute(db)
  return new Map(rows.map((row) => [row.id, toOutlook(row)]))
}

function toOutlook({ need, worth, rule, ready_at, first_name, first_at, is_own }: Row): ApprovalOutlook {
  const first =
    first_name === null || first_at === null
      ? null
      : { full_name: first_name, created_at: first_at, is_own: is_own === true }
  return { need, worth_usd: worth, rule, ready_at, first }
}
