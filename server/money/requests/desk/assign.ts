import { sql } from 'kysely'
import type { assignRequests as assignOperation, listAssignees as listOperation } from '../../../../contract/desk.ts'
import { assignedMax } from '../../../../contract/endpoints/desk.ts'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import type { InputOf, OutputOf } from '../../../../contract/operation.ts'
import type { Db, Tx } from '../../../platform/db/client.ts'
import { Refusal } from '../../../platform/db/refusal.ts'
import type { Write } from '../../../platform/db/write.ts'
import type { Events } from '../../../platform/events/events.ts'

type Assignment = InputOf<typeof assignOperation>['body']

/** Lists at most this many administrators, by name. */
const listMax = 200

/** Lists the active owners and approvers. */
export async function listAssignees(db: Db): Promise<OutputOf<typeof listOperation>> {
  const items = await selectDeciding(db).orderBy('p.full_name').orderBy('p.id').limit(listMax).execute()
  return { items }
}

/**
 * Assigns pending requests to an administrator, or releases them. Returns the number of those that are pending. Refuses with
 * assignee_missing for a person who decides no requests, and with assignments_full for one who has too many.
 */
export async function assignRequests(
  { write, events }: { write: Write; events: Events },
  { requests, assignee_id: assigneeId }: Assignment,
): Promise<{ count: number }> {
  const targets = JSON.stringify(requests)
  const count = await write(async (tx) =>
    assigneeId === null ? release(tx, targets) : assign(tx, targets, assigneeId),
  )
  events.publish({ topics: ['desk'], toAdmins: true })
  return { count }
}

const selectTargets = (targets: string) => sql`
  select distinct r.user_id, r.id from jsonb_to_recordset(${targets}::jsonb) as t (user_id uuid, request_id uuid)
    join ledger.requests r on r.user_id = t.user_id and r.id = t.request_id and r.status = 'pending'`

async function assign(tx: Tx, targets: string, assigneeId: string): Promise<number> {
  // The lock makes a change of the duty wait, so that it finds these rows. It also makes other assignments to them wait.
  const assignee = await selectDeciding(tx).where('p.id', '=', assigneeId).forNoKeyUpdate('p').executeTakeFirst()
  if (!assignee) throw new Refusal('assignee_missing')
  await sql`
    delete from request_assignments a
     where a.assignee_id = ${assigneeId}
       and not exists (select from ledger.requests r
                        where r.user_id = a.user_id and r.id = a.request_id and r.status = 'pending')`.execute(tx)
  // The order of the rows is the same for all, so that two calls wait for one another and never both.
  const { numAffectedRows = 0n } = await sql`
    insert into request_assignments (user_id, request_id, assignee_id)
    select t.user_id, t.id, ${assigneeId}::uuid from (${selectTargets(targets)}) t order by t.user_id, t.id
        on conflict (user_id, request_id) do update set assignee_id = excluded.assignee_id, assigned_at = now()`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from request_assignments where assignee_id = ${assigneeId}`.execute(tx)
  if ((rows[0]?.count ?? 0) > assignedMax)
    throw new Refusal('assignments_full', { values: { count: String(assignedMax) } })
  return Number(numAffectedRows)
}

async function release(tx: Tx, targets: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with pending as (${selectTargets(targets)}),
         gone as (delete from request_assignments a using pending t where a.user_id = t.user_id and a.request_id = t.id)
    select count(*)::integer as count from pending`.execute(tx)
  return rows[0]?.count ?? 0
}

function selectDeciding(db: Db | Tx) {
  return db
    .selectFrom('profiles as p')
    .select(['p.id', 'p.full_name'])
    .where('p.role', '=', 'admin')
    .where('p.status', '=', 'Active')
    .where('p.duty', 'in', decideRequest.duties)
}
