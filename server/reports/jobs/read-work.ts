import { sql } from 'kysely'
import type { BackgroundWork, FailedMail, Job } from '../../../contract/jobs.ts'
import { jobNames } from '../../../contract/endpoints/jobs.ts'
import type { Db } from '../../platform/db/client.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'

const mailsMax = 50
const countMax = 1000

/** Reads the jobs and the mails that could not be sent, as of one moment. */
export async function readBackgroundWork(db: Db): Promise<BackgroundWork> {
  return inSnapshot(db, async (tx) => ({
    jobs: await listJobs(tx),
    failed_mails: await listFailedMails(tx),
    failed_mail_count: await countFailedMails(tx),
  }))
}

/** A job with the figure that only Prometheus reads. */
export interface JobFigures extends Job {
  failed_runs: number
}

interface JobRow extends Omit<Job, 'failure' | 'runs'> {
  runs: string
  failed_runs: string
  failed_at: string | null
  reason: NonNullable<Job['failure']>['reason'] | null
  problem: string | null
}

/**
 * Lists the jobs in the order of the contract. A job that has not done its work for three of its pauses, and a quarter of an hour more,
 * is late. So is one with a run that hangs: a backup may take half a day, and any other run an hour. A job that
 * no server has had for ten minutes is late, too. A run of a second is not worth the word "running".
 */
export async function listJobs(db: Db): Promise<JobFigures[]> {
  const { rows } = await sql<JobRow>`
    select name, every_seconds, ended_at, seconds, succeeded_at, due_at, runs, failed_runs, failures, failed_at, reason, problem,
           case when lease_until > now() then started_at end as running_since,
           case when lease_until > now() and started_at < now() - make_interval(hours => case name when 'backup' then 12 else 1 end)
                  then 'late'
                when seen_at < now() - interval '10 minutes' then 'late'
                when failures > 0 then 'failing'
                when lease_until > now() and started_at < now() - interval '2 seconds' then 'running'
                when coalesce(succeeded_at, since) < now() - make_interval(secs => 3 * every_seconds + 900)
                     and (lease_until > now()) is not true then 'late'
                else 'good' end as state
      from jobs where name = any (${jobNames})
     order by array_position(${jobNames}::text[], name)`.execute(db)
  return rows.map(({ failed_at: at, reason, problem, runs, failed_runs, ...row }) => ({
    ...row,
    runs: Number(runs),
    failed_runs: Number(failed_runs),
    failure: at === null || reason === null ? null : { at, reason, detail: problem },
  }))
}

interface MailRow extends Omit<FailedMail, 'failure' | 'member'> {
  failed_at: string
  reason: FailedMail['failure']['reason'] | null
  member_id: string | null
  full_name: string | null
}

/**
 * Lists mails to accounts first. A person may name any address, so that mails without an account could hide them. A mail that is given
 * up is due at infinity. The mail itself is never read here.
 */
async function listFailedMails(db: Db): Promise<FailedMail[]> {
  const { rows } = await sql<MailRow>`
    select f.queue, f.id, f.attempts, f.failed_at, f.reason, nullif(f.due_at, 'infinity') as next_attempt_at,
           p.id as member_id, p.full_name
      from ((select 'outbox' as queue, m.id::text as id, m.owner_id, m.attempts, m.failed_at, m.reason, m.due_at
               from mail_outbox m where m.failed_at is not null and m.owner_id is not null order by m.failed_at desc limit ${mailsMax})
            union all
            (select 'outbox', m.id::text, null, m.attempts, m.failed_at, m.reason, m.due_at
               from mail_outbox m where m.failed_at is not null and m.owner_id is null order by m.failed_at desc limit ${mailsMax})
            union all
            (select 'notices', n.user_id || ':' || n.number, n.user_id, n.attempts, n.failed_at, n.reason, n.due_at
               from notice_mails n where n.failed_at is not null order by n.failed_at desc limit ${mailsMax})) f
      left join profiles p on p.id = f.owner_id
     order by p.id is null, f.failed_at desc, f.id limit ${mailsMax}`.execute(db)
  return rows.map(({ failed_at: at, reason, member_id: id, full_name, ...row }) => ({
    ...row,
    member: id === null ? null : { id, full_name: full_name ?? '' },
    failure: { at, reason: reason ?? 'fault', detail: null },
  }))
}

/** Counts the mails of which the last attempt failed, within a day or at any time, up to a limit. */
export async function countFailedMails(db: Db, { within = 'ever' }: { within?: 'day' | 'ever' } = {}): Promise<number> {
  const since = within === 'day' ? sql`now() - interval '1 day'` : sql`'-infinity'`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (select from mail_outbox where failed_at > ${since} limit ${countMax})
      union all
      (select from notice_mails where failed_at > ${since} limit ${countMax}) limit ${countMax}) f`.execute(db)
  return rows[0]?.count ?? 0
}
