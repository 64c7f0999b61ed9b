import { sql, type RawBuilder } from 'kysely'
import type { JobName } from '../../../contract/endpoints/jobs.ts'
import type { FailedMail } from '../../../contract/jobs.ts'
import { recordAudit, type AuditEvent } from '../../platform/audit-trail.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'

interface Caller {
  actorId: string
  ipAddress: string
}

/**
 * Lets a job that has failed run now, and puts that on record. Of two clicks the second one is refused, because the job is due already,
 * runs or has run. The comparison takes the present moment, as the transaction of the second click may be the older one.
 */
export async function retryJob(write: Write, name: JobName, caller: Caller): Promise<void> {
  await write(async (tx) => {
    // A transaction that began earlier may wait for another click. For its now() the job would not be due yet.
    const { rows } = await sql`
      update jobs set due_at = now()
       where name = ${name} and failures > 0 and due_at > clock_timestamp() and (lease_until > now()) is not true
      returning name`.execute(tx)
    if (rows.length === 0) await refuse(tx, sql`select from jobs where name = ${name}`)
    await recordAudit(tx, { ...caller, action: 'job_retried', detail: { job: name } })
  })
}

/** Lets a mail that could not be sent have its attempts again from now on, and puts that on record. */
export async function retryMail(
  write: Write,
  { queue, id }: Pick<FailedMail, 'queue' | 'id'>,
  caller: Caller,
): Promise<void> {
  const row = queue === 'outbox' ? outboxRow(id) : noticeRow(id)
  if (!row) throw new Refusal('not_found')
  await write(async (tx) => {
    const { rows } = await sql<{ subject: string | null }>`
      update ${row.table} m set attempts = 0, due_at = now(), failed_at = null, reason = null
       where ${row.isIt} and failed_at is not null
      returning ${row.owner} as subject`.execute(tx)
    const [mail] = rows
    if (!mail) return refuse(tx, sql`select from ${row.table} m where ${row.isIt}`)
    const event: AuditEvent = { ...caller, action: 'mail_retried', detail: { queue } }
    await recordAudit(tx, mail.subject === null ? event : { ...event, subjectId: mail.subject })
  })
}

interface MailRow {
  table: RawBuilder<unknown>
  isIt: RawBuilder<unknown>
  owner: RawBuilder<unknown>
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const outboxId = new RegExp(`^${uuid}$`)
const noticeId = new RegExp(`^(${uuid}):(\\d{1,15})$`)

function outboxRow(id: string): MailRow | undefined {
  if (!outboxId.test(id)) return undefined
  return { table: sql`mail_outbox`, isIt: sql`m.id = ${id}::uuid`, owner: sql`m.owner_id` }
}

/** The id of a notice is its member and its number. */
function noticeRow(id: string): MailRow | undefined {
  const [, userId, number] = noticeId.exec(id) ?? []
  if (userId === undefined) return undefined
  const isIt = sql`m.user_id = ${userId}::uuid and m.number = ${number}::bigint`
  return { table: sql`notice_mails`, isIt, owner: sql`m.user_id` }
}

async function refuse(tx: Tx, row: RawBuilder<unknown>): Promise<never> {
  const { rows } = await row.execute(tx)
  throw new Refusal(rows.length > 0 ? 'retried_already' : 'not_found')
}
