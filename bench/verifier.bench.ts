import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { verifierEveryMs, verifyDue } from '../server/money/verifier/verify-books.ts'
import { createDb, createPool } from '../server/platform/db/client.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import type { BenchRow } from './figures.ts'
import { addNotices } from './seed/notices.ts'
import { seedFolder } from './seed/folders.ts'

/** Come to a million movements. `VERIFIER_PART=0.3` before the command takes a smaller world. */
const part = Number(process.env['VERIFIER_PART'] ?? 1)
const plan = { members: 60_000 * part, transactions: 1_050_000 * part }
/** An edit that is not found within this time counts as missed. */
const longestSearchMs = 5 * 60_000
const bars = { wholeSeconds: 10, balanceSeconds: 10, foundSeconds: 60 }

/**
 * Measures the verifier as the server's clock runs it: the seconds of a whole run for a million movements, those of a run over the
 * balances, and the time until an edit of an old movement is found that is made right after a run has begun.
 */
export const bench = {
  name: 'verifier',
  async run(): Promise<{ rows: BenchRow[] }> {
    const place = mkdtempSync(join(tmpdir(), 'et-bench-verifier-'))
    try {
      await seedFolder(plan, place)
      const server = await startEmbeddedPostgres(place)
      try {
        await withConnection(server.ownerUrl, addNotices)
        return { rows: [...(await withConnection(server.ownerUrl, measureRuns)), await measureEdit(server)] }
      } finally {
        await server.stop()
      }
    } finally {
      rmSync(place, { recursive: true })
    }
  },
}

async function measureRuns(owner: pg.Client): Promise<BenchRow[]> {
  // The pool of the server has these settings.
  await owner.query('SET jit = off; SET max_parallel_workers_per_gather = 0')
  const { seconds, movements } = await run(owner, 'whole')
  const balances = await run(owner, 'balances')
  const each = (seconds / movements) * 1e6
  return [
    {
      name: `whole run over ${movements} movements (${seconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}), for a million`,
      value: `${each.toFixed(1)} s`,
      bar: `<= ${bars.wholeSeconds} s`,
      pass: each <= bars.wholeSeconds,
    },
    {
      name: `run over the balances of ${balances.accounts} accounts`,
      value: `${balances.seconds.toFixed(2)} s`,
      bar: `<= ${bars.balanceSeconds} s`,
      pass: balances.seconds <= bars.balanceSeconds,
    },
  ]
}

async function run(owner: pg.Client, kind: 'whole' | 'balances') {
  await owner.query('SELECT ledger.verify($1)', [kind])
  const { rows } = await owner.query<{ seconds: number; movements: string; accounts: string; findings: number }>(
    `SELECT extract(epoch FROM finished_at - started_at)::float8 AS seconds, movements, accounts, findings
       FROM ledger.verifications WHERE kind = $1`,
    [kind],
  )
  const [row] = rows
  if (!row || row.findings > 0) throw new Error(`the ${kind} run was not clean: ${JSON.stringify(row)}`)
  return { seconds: row.seconds, movements: Number(row.movements), accounts: Number(row.accounts) }
}

/** Edits the oldest movement at the worst moment, and lets the clock go on until it is found. */
async function measureEdit({ appUrl, superuserUrl, ownerUrl }: EmbeddedPostgres): Promise<BenchRow> {
  const pool = createPool(appUrl, { max: 2, onError: console.error })
  const db = createDb(pool)
  const url = new URL(superuserUrl)
  url.pathname = new URL(ownerUrl).pathname
  try {
    const seconds = await withConnection(url.href, async (superuser) => {
      await superuser.query('UPDATE ledger.verifications SET begun_at = NULL')
      const running = verifyDue(db, new AbortController().signal)
      await sleep(300)
      await superuser.query(
        `SET session_replication_role = replica;
         UPDATE ledger.movements SET amount = amount + 1
          WHERE (user_id, id) = (SELECT user_id, id FROM ledger.movements WHERE leg = 'buy' ORDER BY created_at LIMIT 1)`,
      )
      const edited = performance.now()
      await running
      if (await isFound(superuser)) throw new Error('the edit was made too early')
      while (!(await isFound(superuser))) {
        if (performance.now() - edited > longestSearchMs) return Infinity
        await sleep(verifierEveryMs)
        await verifyDue(db, new AbortController().signal)
      }
      return (performance.now() - edited) / 1000
    })
    return {
      name: 'an edit of the oldest movement right after a run has begun, until it is found',
      value: seconds === Infinity ? 'not found' : `${seconds.toFixed(0)} s`,
      bar: `<= ${bars.foundSeconds} s`,
      pass: seconds <= bars.foundSeconds,
    }
  } finally {
    await db.destroy()
  }
}

async function isFound(superuser: pg.Client): Promise<boolean> {
  const { rowCount } = await superuser.query("SELECT FROM ledger.findings WHERE stops = 'account'")
  return rowCount !== 0
}
