import { sql } from 'kysely'
import { listOwners, mailOwners } from '../../accounts/administrators/owners.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { findingsMail } from './mails.ts'

interface VerifierDeps {
  db: Db
  events: Events
  outbox: Outbox
  config: { publicUrl: string }
  log: { error: (facts: object, message: string) => void }
}

/** The pause between two looks whether a run is due. It adds to the time until an edit is found. */
export const verifierEveryMs = 5_000

/** A run that takes longer is broken off. Then the last one is late, which administrators see. */
const longestRun = '30min'

/**
 * Checks the books if a check is due, and tells the owners what is new. The database decides what is due and what breaks a rule.
 * If a server crashes before the mail, the next call sends it. The signal breaks a check off; the next one is due in its usual time.
 */
export async function verifyBooks(deps: VerifierDeps, signal: AbortSignal): Promise<void> {
  await verifyDue(deps.db, signal)
  await tellOwners(deps)
}

/** Runs the check that is due, if one is. Resolves with its kind, or null. Rejects if the signal breaks it off. */
export async function verifyDue(db: Db, signal: AbortSignal): Promise<string | null> {
  const { rows } = await sql<{ kind: string | null }>`select ledger.begin_verification() as kind`.execute(db)
  const kind = rows[0]?.kind ?? null
  if (kind === null) return null
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(longestRun)}`.execute(tx)
    await breakingOff({ db, tx, signal }, () =>
      leavingNoPlans(tx, async () => sql`select ledger.verify(${kind}::text)`.execute(tx)),
    )
  })
  return kind
}

/** Does the work of a transaction, and cancels its statement when the signal comes. A check may take longer than a stop may. */
async function breakingOff(run: { db: Db; tx: Tx; signal: AbortSignal }, work: () => Promise<unknown>): Promise<void> {
  const { db, tx, signal } = run
  const { rows } = await sql<{ id: number; since: string }>`
    select pid as id, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()`.execute(tx)
  let cancelled: Promise<unknown> = Promise.resolve()
  const cancel = () => {
    // After a failover, another server may know the number, but not with the same moment.
    cancelled = sql`
      select pg_cancel_backend(pid) from pg_stat_activity
       where pid = ${rows[0]?.id}::int and backend_start = ${rows[0]?.since}::timestamptz`
      .execute(db)
      .catch(() => {})
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) cancel()
    await work()
  } finally {
    signal.removeEventListener('abort', cancel)
    // The connection stays with this transaction until then, so that no other statement on it is cancelled.
    await cancelled
  }
}

/**
 * Does the work and forgets the plans of the connection, also if the work fails. A run plans for whole tables, and the database keeps
 * such plans with the connection. A later call there, which needs few rows, would use them.
 */
async function leavingNoPlans(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  // Behind a pooler the next transaction may get another connection. So this one forgets them, also after an error.
  await sql`savepoint before_work`.execute(tx)
  try {
    await work()
  } catch (error) {
    await sql`rollback to savepoint before_work; discard plans`.execute(tx)
    throw error
  }
  await sql`discard plans`.execute(tx)
}

/** Mails each finding once, all new ones in one mail. Before there is an owner, they wait for one. */
async function tellOwners({ db, events, outbox, config, log }: VerifierDeps): Promise<void> {
  const findings = await inTransaction(db, async (tx) => {
    const owners = await listOwners(tx)
    if (owners.length === 0) return []
    const { rows } = await sql<{ rule: string; stops: string }>`select * from ledger.take_unmailed_findings()`.execute(
      tx,
    )
    if (rows.length > 0) {
      const news = { findings: rows, url: `${config.publicUrl}/admin/treasury` }
      await mailOwners(tx, outbox, owners, (translator) => findingsMail(translator, news))
    }
    return rows
  })
  if (findings.length === 0) return
  const rules = [...new Set(findings.map(({ rule }) => rule))]
  log.error({ findings: findings.length, rules }, 'The books break rules of the ledger')
  events.publish({ topics: ['changes', 'requests'], toAdmins: true })
}
