import { sql, type RawBuilder } from 'kysely'
import type { Claim } from '../../../../contract/desk-claims.ts'
import type { DeskFilter } from '../../../../contract/endpoints/desk.ts'

type ClaimColumn = Omit<Claim, 'request_id'>

/**
 * Selects who has to do with the pending request `r`, as a column of the query that reads it. The reader's own look is
 * left out.
 */
export function selectClaim(readerId: string): RawBuilder<ClaimColumn> {
  return sql<ClaimColumn>`jsonb_build_object(
    'assignee', (select jsonb_build_object('id', p.id, 'full_name', p.full_name)
                   from request_assignments a join profiles p on p.id = a.assignee_id
                  where a.user_id = r.user_id and a.request_id = r.id),
    'lookers', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'full_name', l.full_name)), '[]')
                  from (select p.id, p.full_name
                          from request_looks l join profiles p on p.id = l.administrator_id
                         where l.user_id = r.user_id and l.request_id = r.id and l.until > now()
                           and l.administrator_id <> ${readerId}::uuid
                         order by l.administrator_id limit 3) l))`
}

/** A condition on the request `r`: it is the reader's, or has no administrator. An administrator has a limited number of them. */
export function isAssigned(filter: DeskFilter | undefined, readerId: string): RawBuilder<boolean> {
  if (filter === 'mine')
    return sql<boolean>`r.id = any(array(
      select a.request_id from request_assignments a where a.assignee_id = ${readerId}::uuid))`
  if (filter === 'none')
    return sql<boolean>`not exists (
      select from request_assignments a where a.user_id = r.user_id and a.request_id = r.id)`
  return sql<boolean>`true`
}

/** Returns the claims of those rows that have any. */
export function toClaims(rows: readonly { id: string; claim: ClaimColumn }[]): Claim[] {
  return rows.flatMap(({ id, claim }) =>
    claim.assignee === null && claim.lookers.length === 0 ? [] : [{ request_id: id, ...claim }],
  )
}
