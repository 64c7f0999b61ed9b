import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { withConnection } from '../server/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createToken } from '../server/platform/db/secret-token.ts'
import { schema } from '../server/schema/schema.ts'

/** One measured figure. A bar starts with its direction. A figure without a bar is informative. */
export type BenchRow = { name: string; value: string; bar?: string; pass: boolean }

const clients = 8
const rounds = 5
const warmUpShare = 0.3
const turnsPerRound = { insert: 5_000, submit: 2_000, pair: 1_000 }
/** So many that none comes near the limit of open requests. */
const richMembers = 5_000
const pairsInAll = Math.ceil(turnsPerRound.pair * (rounds + warmUpShare))
const packageCoins = 10_000
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/**
 * Measures the cost of the ledger's calls as ratios to one-row inserts that commit. Both run interleaved, on a cluster
 * with ordinary durability. It also measures the processor time that PostgreSQL spends on a buy.
 */
export const bench = {
  name: 'ledger',
  async run(): Promise<{ rows: BenchRow[] }> {
    const dataDir = mkdtempSync(join(tmpdir(), 'et-bench-'))
    const server = await startEmbeddedPostgres(dataDir)
    try {
      await migrate(server.ownerUrl, schema)
      const world = await withConnection(server.ownerUrl, fillWorld)
      const pool = await Promise.all(Array.from({ length: clients }, () => openClient(server.appUrl)))
      const rows = report(await measure(pool, workloads(world)))
      const broken = await pool[0]?.client.query('SELECT rule FROM ledger.violations')
      await Promise.all(pool.map(({ client }) => client.end()))
      if (broken?.rowCount) throw new Error(`the books are broken: ${JSON.stringify(broken.rows)}`)
      return { rows }
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    }
  },
}

type Client = { client: pg.Client; processId: number }
type World = { admins: Member[]; packageId: string; rich: Member[]; fresh: Member[]; slips: Member[] }
/** A member who is signed in, with a payment slip that no request has used yet. */
type Member = { userId: string; token: string; uploadId: string | null }
/** One turn is one unit of work on one connection. Each of its statements is a transaction of its own. */
type Workload = { name: string; turns: number; turn: (client: pg.Client) => Promise<void> }
type Measured = { name: string; perSecond: number[]; cpuMs: number[] }

function report(measured: Measured[]): BenchRow[] {
  const [insert, buy, hold, topUpPair, firstPair] = measured
  if (!insert || !buy || !hold || !topUpPair || !firstPair) throw new Error('a workload was not measured')
  const ratio = (one: Measured) => median(one.perSecond.map((rate, round) => rate / (insert.perSecond[round] ?? 0)))
  return [
    row('one-row insert, per second', median(insert.perSecond).toFixed(0)),
    row('submit withdrawal ÷ insert', ratio(hold).toFixed(3), 0.2, 'least'),
    row('submit buy ÷ insert', ratio(buy).toFixed(3), 0.2, 'least'),
    row('PostgreSQL ms: insert', median(insert.cpuMs).toFixed(3)),
    row('PostgreSQL ms: submit withdrawal', median(hold.cpuMs).toFixed(3)),
    row('PostgreSQL ms: submit buy', median(buy.cpuMs).toFixed(3)),
    row('PostgreSQL ms: buy + approve', median(topUpPair.cpuMs).toFixed(3), 1, 'most'),
    row('PostgreSQL ms: first package + approve, bonus, reward', median(firstPair.cpuMs).toFixed(3)),
  ]
}

function row(name: string, value: string, bar?: number, direction?: 'least' | 'most'): BenchRow {
  if (bar === undefined) return { name, value, pass: true }
  const pass = direction === 'least' ? Number(value) >= bar : Number(value) <= bar
  return { name, value, bar: `${direction === 'least' ? '≥' : '≤'} ${bar}`, pass }
}

async function measure(pool: Client[], all: Workload[]): Promise<Measured[]> {
  // The first turns fill the caches and prepare the plans.
  for (const { turn, turns } of all) await runTurns(pool, turn, turns * warmUpShare)
  const measured = all.map(({ name }): Measured => ({ name, perSecond: [], cpuMs: [] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { turn, turns }] of all.entries()) {
      const { perSecond, cpuMs } = await runTurns(pool, turn, turns)
      measured[at]?.perSecond.push(perSecond)
      measured[at]?.cpuMs.push(cpuMs)
    }
  }
  return measured
}

async function runTurns(pool: Client[], turn: Workload['turn'], turns: number) {
  const cpuBefore = cpuTime(pool)
  const start = performance.now()
  let left = turns
  await Promise.all(
    pool.map(async ({ client }) => {
      while (left > 0) {
        left -= 1
        await turn(client)
      }
    }),
  )
  return { perSecond: (turns / (performance.now() - start)) * 1000, cpuMs: (cpuTime(pool) - cpuBefore) / turns }
}

/**
 * Returns the user and system time of the backends of these connections, in milliseconds. Returns NaN on systems other
 * than Linux.
 */
function cpuTime(pool: Client[]): number {
  if (process.platform !== 'linux') return Number.NaN
  return pool.reduce((sum, { processId }) => {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMs
  }, 0)
}

/** The address and the browser of a call. */
const from = ['192.0.2.7', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0']

function workloads({ admins, packageId, rich, fresh, slips }: World): Workload[] {
  const { insert, submit: submits, pair } = turnsPerRound
  const anybody = () => ({ ...rich[Math.floor(Math.random() * rich.length)], uploadId: null })
  // Decisions of one administrator wait for each other, so each connection has an administrator of its own.
  const adminOf = new Map<pg.Client, Member>()
  const approve = (client: pg.Client, userId: string | undefined, requestId: string) => {
    const admin = adminOf.get(client) ?? admins[adminOf.size % admins.length]
    if (admin) adminOf.set(client, admin)
    return call(client, 'decide_request', [
      admin?.token,
      ...from,
      crypto.randomUUID(),
      userId,
      requestId,
      'approved',
      null,
    ])
  }
  const buyAndApprove = async (client: pg.Client, member: Member | undefined, coins: number, bought: string | null) => {
    const requestId = await submit(client, member, 'buy', coins, bought)
    await approve(client, member?.userId, requestId)
  }
  return [
    { name: 'insert', turns: insert, turn: insertOne },
    { name: 'submit buy', turns: submits, turn: async (client) => void (await submit(client, anybody(), 'buy', 1000)) },
    {
      name: 'submit withdrawal',
      turns: submits,
      turn: async (client) => void (await submit(client, anybody(), 'withdrawal', 1000)),
    },
    { name: 'top-up pair', turns: pair, turn: (client) => buyAndApprove(client, slips.pop(), 1000, null) },
    {
      name: 'first package pair',
      turns: pair,
      turn: (client) => buyAndApprove(client, fresh.pop(), packageCoins, packageId),
    },
  ]
}

async function insertOne(client: pg.Client): Promise<void> {
  const text = 'INSERT INTO bench_rows (id, content) VALUES ($1, $2)'
  await client.query({ name: 'insert', text, values: [crypto.randomUUID(), 'one row'] })
}

async function submit(
  client: pg.Client,
  member: Partial<Member> | undefined,
  kind: 'buy' | 'withdrawal',
  coins: number,
  packageId: string | null = null,
): Promise<string> {
  const { token, uploadId = null } = member ?? {}
  const values = [
    token,
    ...from,
    crypto.randomUUID(),
    kind,
    coins,
    packageId,
    null,
    uploadId,
    '1',
    false,
    null,
    null,
    true,
  ]
  const { rows } = await call<{ request_id: string }>(client, 'submit_request', values)
  return rows[0]?.request_id ?? ''
}

function call<Row extends pg.QueryResultRow>(
  client: pg.Client,
  name: 'submit_request' | 'decide_request',
  values: unknown[],
) {
  const slots = values.map((_, at) => `$${at + 1}`).join(', ')
  const text = `SELECT * FROM ledger.${name}(${slots})`
  return client.query<Row>({ name, text, values })
}

async function openClient(url: string): Promise<Client> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return { client, processId: rows[0]?.pid ?? 0 }
}

/** Adds members with coins and a first package, newcomers with a referrer, and a slip for every later buy. */
async function fillWorld(owner: pg.Client): Promise<World> {
  const one = async (text: string) => (await owner.query<{ id: string }>(text)).rows[0]?.id ?? ''
  const addMembers = (name: string, count: number, fields: string, values: string) =>
    owner.query<Omit<Member, 'token'>>(
      `WITH added AS (
         INSERT INTO profiles (status, full_name, email, member_id, referral_code, wallet_address, ${fields})
         SELECT 'Active', 'Member', '${name}' || n || '@example.org', upper('${name}-M' || n), '${name}-R' || n, 'T-wallet', ${values}
           FROM generate_series(1, ${count}) n RETURNING id)
       SELECT id AS "userId", NULL AS "uploadId" FROM added`,
    )
  const { rows: added } = await owner.query<{ id: string }>(
    `INSERT INTO profiles (role, duty, status, full_name, email)
     SELECT 'admin', 'owner', 'Active', 'Admin', 'admin' || n || '@example.org' FROM generate_series(1, ${clients}) n RETURNING id`,
  )
  const adminIds = added.map(({ id }) => id)
  // The rules are applied to each decision, and let one administrator decide as much as the bench needs.
  await owner.query(`UPDATE ledger.policies SET over_usd = 1e15 WHERE subject = 'money'`)
  const packageId = await one(
    `INSERT INTO packages (package_name, min_coin_purchase, bonus_percentage, withdrawal_time)
     VALUES ('Gold', ${packageCoins}, 7.5, '24 hours') RETURNING id`,
  )
  const { rows: rich } = await addMembers('rich', richMembers, 'first_purchase_done', 'true')
  const { rows: fresh } = await addMembers(
    'fresh',
    pairsInAll,
    'referred_by_id',
    `(ARRAY['${rich.map((m) => m.userId).join("','")}']::uuid[])[1 + n % ${richMembers}]`,
  )
  await owner.query(
    `SELECT ledger.adjust('${adminIds[0]}', uuidv7(), id, 100000000, 'For the bench', NULL) FROM profiles WHERE first_purchase_done`,
  )
  await owner.query(
    'CREATE TABLE bench_rows (id uuid PRIMARY KEY, content text NOT NULL); GRANT INSERT ON bench_rows TO et_app',
  )
  const userIds = Array.from({ length: pairsInAll }, (_, n) => rich[n % rich.length]?.userId ?? '')
  const freshIds = fresh.map(({ userId }) => userId)
  const tokens = await signIn(owner, [...adminIds, ...freshIds, ...rich.map(({ userId }) => userId)])
  const signedIn = (members: Omit<Member, 'token'>[]) =>
    members.map((member) => ({ ...member, token: tokens.get(member.userId) ?? '' }))
  const admins = signedIn(adminIds.map((userId) => ({ userId, uploadId: null })))
  const slips = signedIn(await addSlips(owner, userIds))
  return { admins, packageId, rich: signedIn(rich), fresh: signedIn(await addSlips(owner, freshIds)), slips }
}

/** Opens a session for each member and returns the tokens by user id. No session becomes idle during the bench. */
async function signIn(owner: pg.Client, userIds: string[]): Promise<Map<string, string>> {
  const tokens = userIds.map((userId) => [userId, createToken(userId)] as const)
  await owner.query(
    `INSERT INTO sessions (user_id, token_hash, ip_address, user_agent, expires_at, last_active_at)
     SELECT u, h, '127.0.0.1', 'bench', now() + interval '12 hours', now() + interval '1 hour'
       FROM unnest($1::uuid[], $2::bytea[]) AS list (u, h)`,
    [userIds, tokens.map(([, { hash }]) => hash)],
  )
  return new Map(tokens.map(([userId, { text }]) => [userId, text]))
}

async function addSlips(owner: pg.Client, userIds: string[]): Promise<Omit<Member, 'token'>[]> {
  const { rows } = await owner.query<Omit<Member, 'token'>>(
    `INSERT INTO uploads (user_id, path, mime_type, size_bytes, sha256)
     SELECT u, 'payment_proofs/' || u || '/' || n || '.png', 'image/png', 1, '\\x00'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS list (u, n) RETURNING user_id AS "userId", id AS "uploadId"`,
    [userIds],
  )
  return rows
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
