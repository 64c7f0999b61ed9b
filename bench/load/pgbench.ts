import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { unpackPackage } from '../../tests/helpers/debian-packages.ts'
import type { TestServer } from '../../tests/helpers/server.ts'
import { withOwner } from '../people.ts'
import type { Caller } from './orders.ts'

// The one in the path of Debian asks for files of an installed system.
const program = 'usr/lib/postgresql/15/bin/pgbench'
/** The settings of the server's own connections. */
const options = '-c jit=off -c max_parallel_workers_per_gather=0'

/**
 * One purchase, by the statement of the server with what a call over HTTP gives it. Each client takes rows of its own, so no slip is
 * used twice.
 */
const script = String.raw`\set at :at + 1
\set row :at * :clients + :client_id
SELECT made.replayed, made.other, made.refusal, (made.request).*
  FROM bench_purchases b, ledger.make_request(
    b.token, '127.0.0.1', NULL, gen_random_uuid(), 'buy', 1000, NULL, NULL, b.upload_id, 1, false, NULL, NULL,
    p_has_fallback_address => true, p_is_mailed => false, p_bucket => NULL, p_at_once => NULL,
    p_refill => make_interval(secs => NULL), p_address => NULL, p_network => NULL, p_fault => NULL) made
 WHERE b.row = :row;
`

interface Purchases {
  callers: readonly Caller[]
  clients: number
  seconds: number
}

/**
 * Lets pgbench make purchases with the slips of these callers, on so many connections. Returns their number in a second. Throws if a
 * transaction of pgbench has made none.
 */
export async function buyByPgbench(server: TestServer, { callers, clients, seconds }: Purchases): Promise<number> {
  const rows = listPurchases(callers)
  await withOwner(server, async (owner) => {
    await owner.query(`DROP TABLE IF EXISTS bench_purchases;
      CREATE TABLE bench_purchases (row int PRIMARY KEY, token text NOT NULL, upload_id uuid NOT NULL);
      GRANT SELECT ON bench_purchases TO et_app`)
    await owner.query(
      `INSERT INTO bench_purchases SELECT n - 1, t, u FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS list (t, u, n)`,
      [rows.map(({ token }) => token), rows.map(({ slip }) => slip)],
    )
    await owner.query('ANALYZE bench_purchases')
  })
  const printed = await runPgbench(server.databaseUrl('app'), clients, seconds)
  const read = (pattern: RegExp) => Number(pattern.exec(printed)?.[1])
  const made = await withOwner(server, async (owner) =>
    owner.query<{ made: number }>(
      'SELECT count(*)::int AS made FROM ledger.requests r JOIN bench_purchases b ON b.upload_id = r.upload_id',
    ),
  )
  if (made.rows[0]?.made !== read(/^number of transactions actually processed: (\d+)/m))
    throw new Error(`pgbench made ${made.rows[0]?.made} purchases, and printed:\n${printed}`)
  return read(/^tps = ([\d.]+)/m)
}

/** Lists a slip of each caller, then the next one of each. */
function listPurchases(callers: readonly Caller[]): { token: string; slip: string }[] {
  const most = Math.max(...callers.map(({ slips }) => slips.length))
  return Array.from({ length: most }, (_, at) => at).flatMap((at) =>
    callers.flatMap(({ token, slips }) => {
      const slip = slips[at]
      return slip === undefined ? [] : [{ token, slip }]
    }),
  )
}

async function runPgbench(url: string, clients: number, seconds: number): Promise<string> {
  const root = unpackPackage('postgresql-15')
  if (root === undefined) throw new Error('pgbench is missing. It comes from packages of Debian.')
  const folder = mkdtempSync(join(tmpdir(), 'et-pgbench-'))
  const file = join(folder, 'purchase.sql')
  writeFileSync(file, script)
  const counts = ['-c', String(clients), '-T', String(seconds), '-D', 'at=-1', '-D', `clients=${clients}`]
  const args = ['-n', '-M', 'prepared', ...counts, '-f', file, url]
  const env = { LD_LIBRARY_PATH: librariesOf(root), LC_ALL: 'C', PGOPTIONS: options }
  try {
    const child = spawn(join(root, program), args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
    const [printed, failed, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    if (code !== 0) throw new Error(`pgbench failed:\n${printed}${failed}`)
    return printed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function librariesOf(root: string): string {
  const lib = join(root, 'usr/lib')
  if (root === '/' || !existsSync(lib)) return ''
  return readdirSync(lib)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(lib, name))
    .join(':')
}
