import { sql } from 'kysely'
import { waitingShownMax } from '../../../contract/endpoints/second-approvals.ts'
import type { ProposedChange } from '../../../contract/proposed-changes.ts'
import type { Db } from '../../platform/db/client.ts'

/** True for a change `c` that can still be approved. The first condition is that of the index. */
export const isWaitingChange = sql<boolean>`(c.status = 'waiting' and ledger.is_waiting_change(c))`

/** True if the reader has a duty that decides changes of the kind of `c`, or reads everything. */
const isOfDuty = (readerId: string) =>
  sql<boolean>`exists (select from profiles r where r.id = ${readerId}::uuid
    and (r.duty = 'auditor' or r.duty = any (ledger.change_duties(c.kind))))`

/** Lists the changes that wait for a second person, the oldest first, with what the reader can do about each. */
export async function listProposedChanges(db: Db, readerId: string): Promise<{ items: ProposedChange[] }> {
  const rows = await db
    .selectFrom('ledger.proposed_changes as c')
    .innerJoin('profiles as proposer', 'proposer.id', 'c.proposer_id')
    .leftJoin('profiles as subject', 'subject.id', 'c.subject_id')
    .select(['c.id', 'c.kind', 'c.before', 'c.after', 'c.reason', 'c.created_at', 'c.proposer_id', 'c.subject_id'])
    .select(['proposer.full_name as proposer_name', 'subject.full_name as subject_name'])
    .select(sql<string>`c.created_at + interval '7 days'`.as('expires_at'))
    .select(sql<string | null>`ledger.change_ready_at(c)`.as('ready_at'))
    .select(sql<boolean>`ledger.may_approve_change(${readerId}::uuid, c)`.as('may_approve'))
    .where(isWaitingChange)
    .where(isOfDuty(readerId))
    .orderBy('c.id')
    .limit(waitingShownMax)
    .execute()
  const items = rows.map(({ proposer_id, proposer_name, subject_id, subject_name, before, after, ...row }) => ({
    ...row,
    proposer: { id: proposer_id, full_name: proposer_name },
    subject: subject_id === null ? null : { id: subject_id, full_name: subject_name ?? '' },
    ...shownValues(row.kind, before as ProposedChange['before'], after as ProposedChange['after']),
  }))
  return { items }
}

/**
 * Leaves out the ids of what is changed, which say nothing to a reader. Of a package that exists, the values that change are
 * shown, and always its name, so that an owner knows which package it is.
 */
function shownValues(
  kind: string,
  before: ProposedChange['before'],
  after: ProposedChange['after'],
): Pick<ProposedChange, 'before' | 'after'> {
  if (kind !== 'package') {
    return { before, after: Object.fromEntries(Object.entries(after).filter(([name]) => name !== 'invitationId')) }
  }
  const values = after['values'] as ProposedChange['after']
  if (before === null) return { before, after: values }
  const named = { package_name: values['package_name'], ...before }
  return { before: named, after: Object.fromEntries(Object.keys(named).map((name) => [name, values[name]])) }
}
