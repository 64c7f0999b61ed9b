import { sql } from 'kysely'
import type { JobName } from '../../../contract/endpoints/jobs.ts'
import type { Db } from '../db/client.ts'
import type { Failure } from './failure.ts'

/** The first pause after a failure is that of a good run, and a minute at most. Each further one is twice as long. */
const firstWaitSeconds = 60
const longestWaitSeconds = 120
/** The lease of a job that was cut off again and again ends later by the pause for each time, as often as this. */
const cutOffWaitSeconds = 30
const cutOffWaitsMax = 4
/** The pause is not doubled more often than so, because the number would become too large. */
const doublingsMax = 10

/**
 * Rows of jobs are written many times a minute, and a crash may lose the last ones: then a job runs once more. So the database need not
 * wait for its disk.
 */
const withoutWaiting = sql`(select set_config('synchronous_commit', 'off', true) as mode) quick`

/**
 * Writes the rows of the jobs of this server with their rhythms, and says that they are seen. Removes rows that no server has seen for a
 * day. Other servers may have other jobs, for example those of another version.
 */
export async function registerJobs(db: Db, jobs: readonly { name: JobName; everyMs: number }[]): Promise<void> {
  const rows = jobs
    .map(({ name, everyMs }) => ({ name, every_seconds: everyMs / 1000 }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  // The pause after a failure may be longer than the rhythm, and stays.
  const longestWait = sql`make_interval(secs => greatest(excluded.every_seconds, ${longestWaitSeconds}))`
  await db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        every_seconds: sql<number>`excluded.every_seconds`,
        seen_at: sql<string>`now()`,
        due_at: sql<string>`least(jobs.due_at, now() + ${longestWait})`,
      }),
    )
    .execute()
  await db
    .deleteFrom('jobs')
    .where('seen_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}

/**
 * Takes the jobs that are due, or are among the urgent ones, and that no server holds. A holder that let its lease end
 * was cut off in the middle, which counts as a failure. After more of them in a row the job waits longer, because it may be what ends the
 * servers. Times further off than any wait are of a clock that was wrong, and hold nothing up. Returns the names.
 */
export async function claimJobs(
  db: Db,
  {
    holder,
    leaseSeconds,
    names,
    urgent,
  }: { holder: string; leaseSeconds: number; names: JobName[]; urgent: JobName[] },
): Promise<JobName[]> {
  const { rows } = await sql<{ name: JobName }>`
    with due as (
      select name, holder is not null as is_cut_off from jobs
       where name = any (${names})
         and (due_at <= now() or name = any (${urgent})
              or due_at > now() + make_interval(secs => greatest(every_seconds, ${longestWaitSeconds}) + 5))
         and (lease_until is null or lease_until > now() + make_interval(secs => 2 * ${leaseSeconds})
              or lease_until <= now() - make_interval(secs => ${cutOffWaitSeconds} * least(failures, ${cutOffWaitsMax})))
       for update skip locked)
    update jobs j
       set holder = ${holder}, lease_until = now() + make_interval(secs => ${leaseSeconds}), started_at = now(),
           failures = j.failures + due.is_cut_off::int, failed_runs = j.failed_runs + due.is_cut_off::int,
           runs = j.runs + due.is_cut_off::int,
           failed_at = case when due.is_cut_off then least(j.lease_until, now()) else j.failed_at end,
           reason = case when due.is_cut_off then 'cut_off' else j.reason end,
           problem = case when due.is_cut_off then null else j.problem end
      from due, ${withoutWaiting}
     where j.name = due.name and quick.mode is not null
    returning j.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Extends the leases of the runs under way. Returns the names of those that this server still holds. */
export async function keepJobs(
  db: Db,
  { holder, leaseSeconds, names }: { holder: string; leaseSeconds: number; names: JobName[] },
): Promise<JobName[]> {
  const { rows } = await sql<{ name: JobName }>`
    update jobs j set lease_until = now() + make_interval(secs => ${leaseSeconds}) from ${withoutWaiting}
     where name = any (${names}) and holder = ${holder} and quick.mode is not null
    returning j.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Notes the end of a run. After a run that was cut short the job is due at once, for another server. */
export async function endRun(
  db: Db,
  {
    holder,
    name,
    failure,
    isCutShort,
  }: { holder: string; name: JobName; failure: Failure | null; isCutShort: boolean },
): Promise<void> {
  const hasFailed = failure !== null
  const wait = sql`case
    when ${isCutShort}::boolean then 0
    when ${hasFailed}::boolean then least(least(every_seconds, ${firstWaitSeconds}) * 2 ^ least(failures, ${doublingsMax}), ${longestWaitSeconds})
    else every_seconds end`
  await sql`
    update jobs
       set holder = null, lease_until = null, ended_at = now(), seconds = extract(epoch from now() - started_at),
           due_at = now() + make_interval(secs => ${wait}), runs = runs + 1,
           succeeded_at = case when ${hasFailed || isCutShort}::boolean then succeeded_at else now() end,
           failures = case when ${hasFailed}::boolean then failures + 1 when ${isCutShort}::boolean then failures else 0 end,
           failed_runs = failed_runs + ${hasFailed}::boolean::int,
           failed_at = case when ${hasFailed}::boolean then now() else failed_at end,
           reason = case when ${hasFailed}::boolean then ${failure?.reason ?? null} else reason end,
           problem = case when ${hasFailed}::boolean then ${failure?.problem ?? null} else problem end
      from ${withoutWaiting}
     where name = ${name} and holder = ${holder} and quick.mode is not null`.execute(db)
}
