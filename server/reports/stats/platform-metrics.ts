import type { Meter } from '@opentelemetry/api'
import { sql } from 'kysely'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import { subtract } from '../../../contract/money.ts'
import { readPlatformTotals } from '../../money/ledger/totals.ts'
import { readCounts } from '../../money/requests/request-counts.ts'
import { findLastBackup } from '../../platform/backup/last-backup.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { addGauges, type Reading } from '../../platform/metrics/metrics.ts'

const descriptions = {
  et_database_up: '1 if the database answered',
  et_requests_pending: 'Requests that wait for a decision',
  et_requests_overdue: 'Requests that wait longer than their limit',
  et_request_oldest_seconds: 'Age of the oldest request that waits for a decision',
  et_coins: 'Coins of the platform',
  et_payouts_due: 'Payouts that are to be sent',
  et_mails_waiting: 'Mails that are to be sent',
  et_mail_oldest_seconds: 'Time since the oldest mail was due',
}
const backupDescriptions = { et_backup_age_seconds: 'Time since the last good backup' }

type Name = keyof typeof descriptions

const usualEveryMs = 5_000

interface Watched {
  db: Db
  config: Pick<Config, 'dataDir' | 'backupDir'>
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
    const last = await findLastBackup(config)
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
  ]
}

/** A queue counts up to so many rows. */
const queueMax = 10_000

async function readQueues(db: Db): Promise<Reading<Name>[]> {
  const { rows } = await sql<{ payouts: number; mails: number; seconds: number }>`
    select (select count(*)::int from (select from ledger.payouts where state = 'to_pay' limit ${queueMax}) p) as payouts,
           (select count(*)::int from (select from mail_outbox limit ${queueMax}) m) as mails,
           coalesce(greatest(extract(epoch from now() - (select min(due_at) from mail_outbox)), 0), 0)::float8 as seconds`.execute(
    db,
  )
  const { payouts = 0, mails = 0, seconds = 0 } = rows[0] ?? {}
  return [
    { name: 'et_payouts_due', value: payouts },
    { name: 'et_mails_waiting', value: mails },
    { name: 'et_mail_oldest_seconds', value: seconds },
  ]
}

const secondsSince = (at: number) => Math.max(0, (Date.now() - at) / 1000)
