import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { getUserDashboardData } from '../contract/dashboards.ts'
import { listRequests, submitBuyRequest, submitTransferRequest, submitWithdrawalRequest } from '../contract/requests.ts'
import { readOrCreateSecrets } from '../server/platform/db/secrets.ts'
import { createToken } from '../server/platform/db/secret-token.ts'
import { sessionCookieName } from '../server/platform/http/session-cookie.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import type { BenchRow } from './ledger.bench.ts'

const clients = 8
const rounds = 3
const turns = { http: 500, sql: 1_000 }
const leastRatio = 0.4
/** So many that none comes near the limit of open requests. */
const membersMax = 1_500
const slipsOfEach = 8
const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

interface Member {
  userId: string
  memberId: string
  /** Payment slips that no request has used yet. */
  uploadIds: string[]
  token: string
}

const kinds = ['buy', 'withdrawal', 'transfer'] as const
type Kind = (typeof kinds)[number]

/**
 * Measures what HTTP leaves of the ledger: submissions by eight clients over HTTP beside the same function of the database, called by
 * eight connections that have prepared it. Both run in turns on one running server. Reads of a member are informative.
 */
export const bench = {
  name: 'calls',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    const agent = new Agent({ keepAlive: true, maxSockets: clients })
    const pool: pg.Client[] = []
    try {
      const members = await withOwner(server, addMembers)
      for (let count = 0; count < clients; count += 1) pool.push(await connect(server, 'app'))
      const rows: BenchRow[] = []
      for (const kind of kinds) rows.push(...(await measureKind(server, agent, pool, members, kind)))
      for (const path of [getUserDashboardData.path, `${listRequests.path}?limit=25`])
        rows.push(await measureRead(server, agent, members, path))
      await withOwner(server, checkBooks)
      return { rows }
    } finally {
      await Promise.all(pool.map(async (client) => client.end()))
      agent.destroy()
      await server.stop()
    }
  },
}

type Turn = (member: Member, other: Member, client: number) => Promise<unknown>

async function measureKind(
  server: TestServer,
  agent: Agent,
  pool: pg.Client[],
  members: Member[],
  kind: Kind,
): Promise<BenchRow[]> {
  const { path, bodyOf } = calls[kind]
  const overHttp: Turn = async (member, other) => send(server, agent, member, path, bodyOf(member, other))
  const inSql: Turn = async (member, other, client) => submit(pool[client], member, other, kind)
  const rates = { http: [] as number[], sql: [] as number[] }
  for (let round = -1; round < rounds; round += 1) {
    const http = await runTurns(members, overHttp, turns.http)
    const sql = await runTurns(members, inSql, turns.sql)
    // The first round fills caches and prepares statements.
    if (round < 0) continue
    rates.http.push(http)
    rates.sql.push(sql)
  }
  const ratio = median(rates.http.map((rate, round) => rate / (rates.sql[round] ?? Number.NaN)))
  return [
    { name: `${kind}s a second over HTTP`, value: median(rates.http).toFixed(0), pass: true },
    { name: `${kind}s a second in SQL`, value: median(rates.sql).toFixed(0), pass: true },
    { name: `${kind}: HTTP ÷ SQL`, value: ratio.toFixed(2), bar: `≥ ${leastRatio}`, pass: ratio >= leastRatio },
  ]
}

async function measureRead(server: TestServer, agent: Agent, members: Member[], path: string): Promise<BenchRow> {
  const read: Turn = async (member) => send(server, agent, member, path)
  await runTurns(members, read, turns.http)
  const perSecond = await runTurns(members, read, turns.sql)
  return { name: `${path} a second`, value: perSecond.toFixed(0), pass: true }
}

let next = 0

/** Lets each client take one turn after the other, for members in rotation. Returns the turns a second. */
async function runTurns(members: Member[], turn: Turn, count: number): Promise<number> {
  const start = performance.now()
  let left = count
  const loop = async (client: number): Promise<void> => {
    if (left <= 0) return
    left -= 1
    next += 1
    await turn(memberAt(members, next), memberAt(members, next + 1), client)
    return loop(client)
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  return (count / (performance.now() - start)) * 1000
}

function memberAt(members: Member[], at: number): Member {
  const member = members[at % members.length]
  if (!member) throw new Error('there are no members')
  return member
}

type BodyOf = (member: Member, other: Member) => object

const calls: Record<Kind, { path: string; bodyOf: BodyOf }> = {
  buy: {
    path: submitBuyRequest.path,
    bodyOf: ({ uploadIds }) => ({ amount_coins: 1000, payment_proof_id: uploadIds.pop() }),
  },
  withdrawal: { path: submitWithdrawalRequest.path, bodyOf: () => ({ amount_coins: 1000 }) },
  transfer: {
    path: submitTransferRequest.path,
    bodyOf: (_, { memberId }) => ({ amount_coins: 1000, recipient_member_id: memberId }),
  },
}

async function send(server: TestServer, agent: Agent, { token }: Member, path: string, body?: object): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const cookie = `${sessionCookieName(server.url)}=${token}`
  const headers = body
    ? { cookie, origin: server.url, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    : { cookie }
  request(server.url + path, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
    response.resume().on('end', () => resolve(undefined))
  })
    .on('error', reject)
    .end(body && JSON.stringify(body))
  return promise
}

/** Calls the function of a submission as the server does. The server waits for nothing else. */
async function submit(client: pg.Client | undefined, member: Member, other: Member, kind: Kind): Promise<void> {
  const text = `SELECT (request).* FROM ledger.make_request($1, '127.0.0.1', 'bench', $2, $3, 1000, NULL, $4, $5, 1, false, NULL, NULL, true, $6)`
  const recipient = kind === 'transfer' ? other.memberId : null
  const uploadId = kind === 'buy' ? member.uploadIds.pop() : null
  await client?.query({
    name: 'submit',
    text,
    values: [member.token, crypto.randomUUID(), kind, recipient, uploadId, kind !== 'buy'],
  })
}

/** Adds members with coins, a first package, an address, a slip and a session. */
async function addMembers(owner: pg.Client): Promise<Member[]> {
  const { rows } = await owner.query<Omit<Member, 'token'>>(
    `WITH added AS (
       INSERT INTO profiles (status, full_name, email, member_id, referral_code, wallet_address, first_purchase_done)
       SELECT 'Active', 'Member', 'calls' || n || '@example.org', 'CALLS-' || n, 'CALLS-R' || n, $2, true
         FROM generate_series(1, $1::int) n RETURNING id, member_id),
     slips AS (
       INSERT INTO uploads (user_id, path, mime_type, size_bytes, sha256)
       SELECT id, 'payment_proofs/' || id || '/' || k || '.png', 'image/png', 1, '\\x00' FROM added, generate_series(1, $3::int) k
       RETURNING user_id, id)
     SELECT a.id AS "userId", a.member_id AS "memberId", array_agg(s.id::text) AS "uploadIds"
       FROM added a JOIN slips s ON s.user_id = a.id GROUP BY a.id, a.member_id`,
    [membersMax, wallet, slipsOfEach],
  )
  await owner.query(`INSERT INTO credentials (user_id, password_hash, email_confirmed_at)
    SELECT id, '', now() FROM profiles WHERE member_id LIKE 'CALLS-%'`)
  const { rows: admins } = await owner.query<{ id: string }>(
    `INSERT INTO profiles (role, duty, status, full_name, email)
     VALUES ('admin', 'owner', 'Active', 'Admin', 'calls-admin@example.org') RETURNING id`,
  )
  await owner.query(
    `SELECT ledger.adjust($1, uuidv7(), id, 100000, 'For the bench', NULL) FROM profiles WHERE member_id LIKE 'CALLS-%'`,
    [admins[0]?.id],
  )
  const members = rows.map((row) => ({ ...row, created: createToken(row.userId) }))
  await owner.query(
    `INSERT INTO sessions (user_id, token_hash, ip_address, user_agent, expires_at, last_active_at)
     SELECT u, h, '127.0.0.1', 'bench', now() + interval '12 hours', now() + interval '1 hour'
       FROM unnest($1::uuid[], $2::bytea[]) AS list (u, h)`,
    [members.map(({ userId }) => userId), members.map(({ created }) => created.hash)],
  )
  await owner.query('ANALYZE')
  return members.map(({ created, ...row }) => ({ ...row, token: created.text }))
}

async function checkBooks(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('SELECT rule FROM ledger.violations LIMIT 5')
  if (rows.length > 0) throw new Error(`the books are broken: ${JSON.stringify(rows)}`)
}

async function withOwner<T>(server: TestServer, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(server, 'owner')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect({ dataDir }: TestServer, role: 'owner' | 'app'): Promise<pg.Client> {
  const password = readOrCreateSecrets(dataDir).postgres[role]
  // The fourth line of postmaster.pid is PostgreSQL's port.
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const client = new pg.Client(`postgresql://et_${role}:${password}@127.0.0.1:${port}/et`)
  await client.connect()
  return client
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
