import { sql } from 'kysely'
import type { UsualTimes } from '../../../contract/decision-times.ts'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'

/** With fewer decisions than this, the figures would say more about single requests than about this platform. */
const decisionsMin = 5
const hourSeconds = 3600
/** No request is overdue earlier, however fast decisions are. */
const promiseMin = hourSeconds
/** Every request is overdue then, also while decisions are slow, or too few to say. */
const promiseMax = 72 * hourSeconds

/**
 * Works out how long the decisions of the last 30 days took, for each kind. Only decisions of people count: requests that
 * were cancelled or have expired have no decider. The time in which members were asked for another slip does not count.
 */
export async function measureDecisions(db: Db): Promise<void> {
  for (const kind of requestKinds) {
    const seconds = (share: string) =>
      sql`case when count(*) >= ${decisionsMin}::integer then
            greatest(1, ceil(extract(epoch from percentile_disc(${sql.lit(share)}::float8)
                                                within group (order by coalesce(r.slip_asked_at, r.decided_at) - coalesce(r.clock_from, r.created_at))))) end`
    await sql`
      insert into decision_times (kind, decisions, half_seconds, most_seconds, measured_at)
      select ${kind}, count(*), ${seconds('0.5')}, ${seconds('0.9')}, now() from ledger.requests r
       where r.kind = ${kind} and r.decided_by is not null and r.decided_at > now() - interval '30 days'
      on conflict (kind) do update
        set decisions = excluded.decisions, half_seconds = excluded.half_seconds, most_seconds = excluded.most_seconds,
            measured_at = excluded.measured_at`.execute(db)
  }
}

/** Measures again if the figures are older than five minutes. Two servers that do so at once write the same figures. */
export async function measureIfDue(db: Db): Promise<void> {
  const { rows } = await sql<{ fresh: number }>`
    select count(*)::integer as fresh from decision_times where measured_at > now() - interval '5 minutes'`.execute(db)
  if ((rows[0]?.fresh ?? 0) < requestKinds.length) await measureDecisions(db)
}

export type UsualByKind = Record<RequestKind, UsualTimes | null>

/** Reads the figures: null for a kind with too few decisions, and for figures that were measured more than an hour ago. */
export async function readUsualTimes(db: Db): Promise<UsualByKind> {
  const rows = await db
    .selectFrom('decision_times')
    .modifyFront(hot('usual_times'))
    .select(['kind', 'half_seconds', 'most_seconds'])
    .where('measured_at', '>', sql<string>`now() - interval '1 hour'`)
    .execute()
  const usualOf = (kind: RequestKind): UsualTimes | null => {
    const { half_seconds: half = null, most_seconds: most = null } = rows.find((row) => row.kind === kind) ?? {}
    return half === null || most === null ? null : { half_seconds: half, most_seconds: most }
  }
  return Object.fromEntries(requestKinds.map((kind) => [kind, usualOf(kind)])) as UsualByKind
}

/** Returns the seconds after which a request is overdue. */
export function promiseOf(usual: UsualTimes | null): number {
  return usual === null ? promiseMax : Math.min(promiseMax, Math.max(promiseMin, usual.most_seconds))
}
