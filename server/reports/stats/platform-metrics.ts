import type { Meter } from '@opentelemetry/api'
import { sql } from 'kysely'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import { subtract } from '../../../contract/money.ts'
import { readPlatformTotals } from '../../money/ledger/totals.ts'
import { readFigures } from '../../money/verifier/verification.ts'
import { readCounts } from '../../money/requests/request-counts.ts'
import { findLastBackup } from '../../platform/backup/last-backup.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { addGauges, type Reading } from '../../platform/metrics/metrics.ts'
import { countFailedMails, listJobs, type JobFigures } from '../jobs/read-work.ts'

const descriptions = {
  et_database_up: '1 if the database answered',
  et_requests_pending: 'Requests that wait for a decision',
  et_requests_overdue: 'Requests that wait longer than their limit',
  et_request_oldest_seconds: 'Age of the oldest request that waits for a decision',
  et_coins: 'Coins of the platform',
  et_payouts_due: 'Payouts that are to be sent',
  et_mails_waiting: 'Mails that are to be sent',
  et_mail_oldest_seconds: 'Time since the oldest mail was due',
  et_mails_failed: 'Mails of which the last attempt failed within a day',
  et_job_runs: 'Runs of a job since it was first known, by outcome',
  et_job_failures: 'Failures of a job since its last good run',
  et_job_late: '1 if a job has not done its work in its time',
  et_job_success_age_seconds: 'Time since the last good run of a job',
  et_verifier_age_seconds: 'Time since the last check of the books',
  et_verifier_reach_seconds: 'Time within which the last two checks of the books have found any edit that they see',
  et_verifier_late: '1 if a check of the books has not come to its end in its usual time',
  et_verifier_findings: 'Findings of the check of the books that are not released',
}
const backupDescriptions = { et_backup_age_seconds: 'Time since the last good backup' }

type Name = keyof typeof descriptions

const usualEveryMs = 5_000

interface Watched {
  db: Db
  config: Pick<Config, 'dataDir' | 'backupDir' | 'databaseUrl'>
  onError: (error: unknown) => void
  /** The least time between two reads; Prometheus reads every 15 seconds or so. More readers cost no more queries. */
  everyMs?: number
}

/** Adds gauges of what waits, of the coins in all, and of the last backup. The database reads each by an index or from a total. */
export function watchPlatform(meter: Meter, { db, config, onError, everyMs = usualEveryMs }: Watched): void {
  const read = async () =>
    readPlatform(db).catch((error: unknown) => {
      onError(error)
      return [{ name: 'et_database_up' as const, value: 0 }]
    })
  addGauges(meter, descriptions, { read, everyMs, onError })
  const readBackup = async () => {
    const last = await findLastBackup({ db, config })
    return last ? [{ name: 'et_backup_age_seconds' as const, value: secondsSince(last.getTime()) }] : []
  }
  addGauges(meter, backupDescriptions, { read: readBackup, everyMs, onError })
}

async function readPlatform(db: Db): Promise<Reading<Name>[]> {
  const counts = await readCounts(db)
  const { stats } = await readPlatformTotals(db)
  const { total_supply_coins: issued, balance_coins: held, total_available_coins: available } = stats
  const coins = { issued, redeemed: subtract(issued, held), held, locked: subtract(held, available) }
  return [
    { name: 'et_database_up', value: 1 },
    ...requestKinds.flatMap((kind): Reading<Name>[] => {
      const { pending, overdue, oldest_pending_at: oldest } = counts[kind]
      const attributes = { kind }
      return [
        { name: 'et_requests_pending', value: pending, attributes },
        { name: 'et_requests_overdue', value: overdue, attributes },
        { name: 'et_request_oldest_seconds', value: oldest ? secondsSince(Date.parse(oldest)) : 0, attributes },
      ]
    }),
    ...Object.entries(coins).map(([state, value]): Reading<Name> => ({
      name: 'et_coins',
      value: Number(value),
      attributes: { state },
    })),
    ...(await readQueues(db)),
    ...(await listJobs(db)).flatMap(readJob),
    ...(await readVerifier(db)),
  ]
}

function readJob({ name, runs, failed_runs: failed, failures, state, succeeded_at: at }: JobFigures): Reading<Name>[] {
  const attributes = { job: name }
  return [
    { name: 'et_job_runs', value: runs - failed, attributes: { ...attributes, outcome: 'good' } },
    { name: 'et_job_runs', value: failed, attributes: { ...attributes, outcome: 'failed' } },
    { name: 'et_job_failures', value: failures, attributes },
    { name: 'et_job_late', value: Number(state === 'late'), attributes },
    ...(at === null
      ? []
      : [{ name: 'et_job_success_age_seconds' as const, value: secondsSince(Date.parse(at)), attributes }]),
  ]
}

async function readVerifier(db: Db): Promise<Reading<Name>[]> {
  const { checks, isMissing } = await readFigures(db)
  const { whole, balances, open_count: open } = checks
  const runs = Object.entries({ whole, balances }).flatMap(([kind, run]): Reading<Name>[] => {
    if (run === null) return []
    const attributes = { kind }
    const { finished_at: at, reach_seconds: reach } = run
    return [
      { name: 'et_verifier_age_seconds', value: secondsSince(Date.parse(at)), attributes },
      ...(reach === null ? [] : [{ name: 'et_verifier_reach_seconds' as const, value: reach, attributes }]),
    ]
  })
  return [
    ...runs,
    { name: 'et_verifier_late', value: Number(isMissing) },
    { name: 'et_verifier_findings', value: open },
  ]
}

/** A queue counts up to so many rows. */
const queueMax = 10_000

async function readQueues(db: Db): Promise<Reading<Name>[]> {
  const { rows } = await sql<{ payouts: number; mails: number; seconds: number }>`
    select (select count(*)::int from (select from ledger.payouts where state = 'to_pay' limit ${queueMax}) p) as payouts,
           (select count(*)::int from (select from mail_outbox where due_at < 'infinity' limit ${queueMax}) m) as mails,
           coalesce(greatest(extract(epoch from now() - (select min(due_at) from mail_outbox where due_at < 'infinity')), 0), 0)::float8 as seconds`.execute(
    db,
  )
  const { payouts = 0, mails = 0, seconds = 0 } = rows[0] ?? {}
  return [
    { name: 'et_payouts_due', value: payouts },
    { name: 'et_mails_waiting', value: mails },
    { name: 'et_mail_oldest_seconds', value: seconds },
    { name: 'et_mails_failed', value: await countFailedMails(db, { within: 'day' }) },
  ]
}

const secondsSince = (at: number) => Math.max(0, (Date.now() - at) / 1000)
