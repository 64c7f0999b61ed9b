import { sql, type RawBuilder } from 'kysely'
import { overdueMax } from '../../../contract/endpoints/decision-times.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import { promisedHours } from '../../../contract/withdrawal-time.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { promiseOf, type UsualByKind } from './decision-times.ts'

/** The seconds that a package promises for withdrawals, by its id. */
type PackagePromises = Record<string, number>

export async function readPackagePromises(db: Db): Promise<PackagePromises> {
  const packages = await db
    .selectFrom('packages')
    .modifyFront(hot('package_promises'))
    .select(['id', 'withdrawal_time'])
    .execute()
  return Object.fromEntries(
    packages.flatMap(({ id, withdrawal_time: words }) => {
      const hours = promisedHours(words)
      return hours === null ? [] : [[id, hours * 3600]]
    }),
  )
}

interface Promises {
  usual: UsualByKind
  packages: PackagePromises
}

/**
 * Selects the overdue requests of a kind, the oldest first: those that have waited longer than the promise of the platform, or,
 * of withdrawals, longer than the member's package promises now. Ids begin with the time, so the scan of the queue ends where
 * no request can be old enough. `isMeant` is one more condition on the request `r`. The time in which another slip is awaited is not counted. A request may get its id some time after its transaction began, which a minute allows for.
 */
export function selectOverdue(
  kind: RequestKind,
  { usual, packages }: Promises,
  { isNew = false, isMeant = sql`true` }: { isNew?: boolean; isMeant?: RawBuilder<unknown> } = {},
): RawBuilder<{ user_id: string; id: string }> {
  const own = kind === 'withdrawal' ? packages : {}
  const promise = promiseOf(usual[kind])
  const shortest = Math.min(promise, ...Object.values(own))
  const limit =
    kind === 'withdrawal'
      ? sql`least(${promise}::float8, (select (${JSON.stringify(own)}::jsonb ->> p.package_id::text)::float8
                                         from profiles p where p.id = r.user_id))`
      : sql`${promise}::float8`
  const isUntold = sql`not exists (select from escalations e where e.user_id = r.user_id and e.request_id = r.id)`
  return sql`
    select r.user_id, r.id from ledger.requests r
     where r.kind = ${sql.lit(kind)} and r.status = 'pending'
       and r.id < rpad(lpad(to_hex(floor(1000 * (extract(epoch from now()) + 60 - ${shortest}::float8))::bigint), 12, '0'), 32, '0')::uuid
       and r.slip_asked_at is null and coalesce(r.clock_from, r.created_at) < now() - make_interval(secs => ${limit}) and ${isNew ? isUntold : sql`true`} and ${isMeant}
     order by r.id limit ${sql.lit(overdueMax)}`
}

/** Counts the overdue requests of a kind, up to a limit. */
export async function countOverdue(db: Db, kind: RequestKind, promises: Promises): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${hot('overdue_count')} select count(*)::integer as count from (${selectOverdue(kind, promises)}) overdue`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
