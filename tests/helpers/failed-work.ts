import type { JobName } from '../../contract/endpoints/jobs.ts'
import type { TestDatabase } from './database.ts'

/** Adds a job that has failed and waits for its next attempt. Returns its name. */
export async function addFailingJob(
  { owner }: Pick<TestDatabase, 'owner'>,
  name: JobName = 'totals',
  { failures = 1 } = {},
): Promise<JobName> {
  await owner.query(
    `INSERT INTO jobs (name, every_seconds, due_at, failures, failed_at, reason, problem)
     VALUES ($1, 5, now() + interval '2 minutes', $2, now(), 'fault', 'it broke')
         ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, failures = excluded.failures, failed_at = now(), reason = 'fault',
            holder = NULL, lease_until = NULL`,
    [name, failures],
  )
  return name
}

/** Adds a mail that was given up, to an address or to the owner of an account. Returns its id. */
export async function addFailedMail(
  { owner }: Pick<TestDatabase, 'owner'>,
  userId: string | null = null,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO mail_outbox (mail, owner_id, attempts, due_at, failed_at, reason)
     VALUES ('\\x01', $1, 11, 'infinity', now(), 'refused') RETURNING id`,
    [userId],
  )
  return rows[0]?.id ?? ''
}
