import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { withConnection } from '../server/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import type { BenchRow } from './figures.ts'
import { seedFolder } from './seed/folders.ts'

const plan = { members: 20_000, transactions: 350_000 }
const bars = { wholeSeconds: 10, balanceSeconds: 10 }

/**
 * Measures the verifier on books of at least 300,000 movements, as the server's clock runs it: the seconds of a whole run for a million
 * movements, and those of a run over the balances.
 */
export const bench = {
  name: 'verifier',
  async run(): Promise<{ rows: BenchRow[] }> {
    const place = mkdtempSync(join(tmpdir(), 'et-bench-verifier-'))
    try {
      await seedFolder(plan, place)
      const server = await startEmbeddedPostgres(place)
      try {
        return { rows: await withConnection(server.ownerUrl, measure) }
      } finally {
        await server.stop()
      }
    } finally {
      rmSync(place, { recursive: true })
    }
  },
}

async function measure(owner: pg.Client): Promise<BenchRow[]> {
  // The pool of the server has these settings.
  await owner.query('SET jit = off; SET max_parallel_workers_per_gather = 0')
  const { seconds, movements } = await run(owner, 'whole')
  const balances = await run(owner, 'balances')
  const each = (seconds / movements) * 1e6
  return [
    {
      name: `whole run over ${movements} movements (${seconds.toFixed(1)} s), for a million`,
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
