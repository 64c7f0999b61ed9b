import { sql } from 'kysely'
import type { Finding, Verification } from '../../../contract/verification.ts'
import type { Db } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'

const findingsMax = 50

interface Run {
  kind: 'whole' | 'balances'
  finished_at: string
  seconds: number
  reach_seconds: number | null
  accounts: string
  movements: string
  findings: number
  is_late: boolean
}

/** Reads the last runs of the verifier and its findings, as of one moment. */
export async function readVerification(db: Db): Promise<Verification> {
  return inSnapshot(db, async (tx) => ({ ...(await readChecks(tx)), findings: await listFindings(tx) }))
}

/** Reads the last runs, and how many findings are open. */
export async function readChecks(db: Db): Promise<Omit<Verification, 'findings'>> {
  return (await readFigures(db)).checks
}

/** Reads the last runs, and whether a run is missing. Open findings hide that in the state, but not here. */
export async function readFigures(db: Db): Promise<{ checks: Omit<Verification, 'findings'>; isMissing: boolean }> {
  const runs = await listRuns(db)
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ledger.findings where released_at is null`.execute(db)
  const openCount = Number(rows[0]?.count)
  const state = stateOf(runs)
  return {
    checks: {
      state: openCount > 0 ? 'open' : state,
      whole: readRun(runs, 'whole'),
      balances: readRun(runs, 'balances'),
      open_count: openCount,
    },
    isMissing: state !== 'good',
  }
}

/**
 * Lists the runs that came to their end. A whole run is late after a quarter of an hour, or after three times the longest usual wait for it
 * if that is more: a run begins three times as long as it takes after the one before, and takes that time again. Balances are late after
 * three minutes. A run of the future says nothing, as the clock was wrong. A whole run that has begun excuses them for three times its usual time, or five minutes, as it reads them, too.
 */
async function listRuns(db: Db): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select kind, finished_at, extract(epoch from finished_at - started_at)::float8 as seconds,
           extract(epoch from finished_at - previous_started_at)::float8 as reach_seconds, accounts, movements, findings,
           max(finished_at) over () < now() - interval '3 minutes'
             and not exists (select from ledger.verifications w where w.kind = 'whole' and w.begun_at > w.finished_at
                                and w.begun_at > now() - greatest(interval '5 minutes', 3 * (w.finished_at - w.started_at)))
             or finished_at > now() + interval '1 minute'
             or kind = 'whole' and finished_at < now() - greatest(interval '15 minutes', 12 * (finished_at - started_at)) as is_late
      from ledger.verifications where finished_at is not null`.execute(db)
  return rows
}

function stateOf(runs: readonly Run[]): 'never' | 'late' | 'good' {
  if (!runs.some(({ kind }) => kind === 'whole')) return 'never'
  return runs.some(({ is_late: isLate }) => isLate) ? 'late' : 'good'
}

function readRun(runs: readonly Run[], kind: Run['kind']): Verification['whole'] {
  const run = runs.find((one) => one.kind === kind)
  if (!run) return null
  const { finished_at, seconds, reach_seconds, accounts, movements, findings } = run
  return { finished_at, seconds, reach_seconds, accounts: Number(accounts), movements: Number(movements), findings }
}

interface FindingRow extends Omit<Finding, 'member' | 'release'> {
  account_id: string | null
  full_name: string | null
  member_id: string | null
  released_at: string | null
  released_by: string | null
  reason: string | null
}

async function listFindings(db: Db): Promise<Finding[]> {
  const { rows } = await sql<FindingRow>`
    select f.id, f.rule, f.account_id, f.row_id, f.stops, f.expected, f.actual, f.first_seen_at, f.last_seen_at, f.settled_at,
           f.released_at, f.reason, p.full_name, p.member_id, owner.full_name as released_by
      from ((select * from ledger.findings where released_at is null order by first_seen_at desc, id desc limit ${findingsMax})
            union all
            (select * from ledger.findings where released_at is not null order by first_seen_at desc, id desc limit ${findingsMax})) f
      left join profiles p on p.id = f.account_id
      left join profiles owner on owner.id = f.released_by
     order by f.released_at is not null, f.first_seen_at desc, f.id desc limit ${findingsMax}`.execute(db)
  return rows.map(toFinding)
}

function toFinding({
  account_id,
  full_name,
  member_id,
  released_at,
  released_by,
  reason,
  ...finding
}: FindingRow): Finding {
  return {
    ...finding,
    // A planted row may name an account of no person. Its number stands for the name.
    member: account_id === null ? null : { id: account_id, full_name: full_name ?? account_id, member_id },
    release: released_at === null ? null : { at: released_at, by: released_by ?? '', reason: reason ?? '' },
  }
}

/** Releases what a finding has stopped, for an owner with a reason. The database refuses while the rule is broken, and puts it on record. */
export async function releaseFinding(
  { events, write }: { events: Events; write: Write },
  call: { token: string; findingId: string; reason: string; ipAddress: string },
): Promise<void> {
  const { token, findingId, reason, ipAddress } = call
  await write((tx) =>
    runFunction(
      tx,
      sql`select ledger.release_finding(${token}::text, ${findingId}::uuid, ${reason}::text, ${ipAddress}::text)`,
    ),
  )
  events.publish({ topics: ['changes', 'requests'], toAdmins: true })
}
