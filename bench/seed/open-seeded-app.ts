import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect, type LogEvent } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { stepUpHeader, type StepUpAction } from '../../contract/step-up.ts'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createSubmittedMails } from '../../server/money/requests/submitted-mails.ts'
import { createPool, type Db } from '../../server/platform/db/client.ts'
import { withConnection } from '../../server/platform/db/connect.ts'
import type { Database } from '../../server/platform/db/database-types.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { schema } from '../../server/schema/schema.ts'
import { createBoundSecret, createToken } from '../../server/platform/db/secret-token.ts'
import { createEvents } from '../../server/platform/events/events.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { createOutbox } from '../../server/platform/mail/outbox.ts'
import { createExchangeRates, fixedRate } from '../../server/platform/exchange-rates/exchange-rates.ts'
import { createFiles } from '../../server/platform/files/folder-files.ts'
import { createMailFolder } from '../../server/platform/mail/mail-folder.ts'
import { createEncryption } from '../../server/platform/encryption/encryption.ts'
import type { Plan } from './fill-database.ts'

export interface Query {
  sql: string
  parameters: readonly unknown[]
  startMs: number
  endMs: number
}

export interface Timing {
  ms: number
  /** The time that the database worked for this call. Overlapping queries count once. */
  databaseMs: number
  queries: Query[]
}

/** The whole application on a filled database, with an administrator who is signed in. */
export interface SeededApp {
  plan: Plan
  db: Db
  get(path: string): Promise<unknown>
  /** Reads the answer of a call that needs a proof of this action, chunk by chunk, and keeps none of it. */
  stream(path: string, action: StepUpAction, take: (chunk: Uint8Array) => void): Promise<void>
  /** Times one piece of work. Only one may run at a time, because all queries of that time count as its own. */
  time(work: () => Promise<unknown>): Promise<Timing>
  explain(query: Query): Promise<string>
  close(): Promise<void>
}

export async function openSeededApp(dataDir: string): Promise<SeededApp> {
  const server = await startEmbeddedPostgres(dataDir)
  await migrate(server.ownerUrl, schema)
  const plan = await withConnection(server.ownerUrl, readPlan)
  const queries: Query[] = []
  // Queries are recorded only while a call is timed, because an export of millions of rows makes thousands of queries.
  let isTiming = false
  const log = ({ query: { sql, parameters }, queryDurationMillis }: LogEvent) => {
    if (!isTiming) return
    const endMs = performance.now()
    queries.push({ sql, parameters, startMs: endMs - queryDurationMillis, endMs })
  }
  const pool = createPool(server.appUrl, { max: 10, onError: () => undefined, statementTimeoutMs: 60_000 })
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log })
  const app = await openApp(dataDir, db)
  const session = await withConnection(server.ownerUrl, openSession)
  const { cookie } = session
  return {
    plan,
    db,
    async get(path) {
      const answer = await app.inject({ url: path, headers: { cookie } })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode} ${answer.body}`)
      return answer.json()
    },
    async stream(path, action, take) {
      const address = app.server.listening ? undefined : await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const url = new URL(path, address ?? `http://127.0.0.1:${port}`)
      // The refusal names the call, and the proof is for this call alone.
      const refused = (await (await fetch(url, { headers: { cookie } })).json()) as { call: string }
      const proof = await withConnection(server.ownerUrl, async (owner) => prove(owner, session, action, refused.call))
      const answer = await fetch(url, { headers: { cookie, [stepUpHeader]: proof } })
      if (answer.status !== 200 || !answer.body) throw new Error(`${path} answered ${answer.status}`)
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) take(chunk)
    },
    async time(work) {
      queries.length = 0
      isTiming = true
      const start = performance.now()
      await work().finally(() => (isTiming = false))
      const ms = performance.now() - start
      return { ms, databaseMs: sumBusy(queries), queries: [...queries] }
    },
    explain: ({ sql, parameters }) => withConnection(server.appUrl, (client) => explain(client, sql, parameters)),
    async close() {
      await app.close()
      await db.destroy()
      await server.stop()
    },
  }
}

function sumBusy(queries: Query[]): number {
  let busyMs = 0
  let untilMs = 0
  for (const { startMs, endMs } of queries.toSorted((one, other) => one.startMs - other.startMs)) {
    busyMs += Math.max(0, endMs - Math.max(startMs, untilMs))
    untilMs = Math.max(untilMs, endMs)
  }
  return busyMs
}

async function openApp(dataDir: string, db: Db) {
  const config = readConfig({ RATE_LIMITS: 'off', NODE_ENV: 'test', DATA_DIR: dataDir })
  const log = pino({ level: 'silent' })
  const mail = createMailFolder({ folder: join(dataDir, 'mail'), from: config.mailFrom, announce: () => undefined })
  const encryption = createEncryption(randomBytes(32).toString('base64url'))
  return createApp({
    config,
    db,
    log,
    outbox: createOutbox({ db, encryption, mail, log, writeOwed: createSubmittedMails(config) }),
    mailFolder: mail.folder,
    events: createEvents(),
    files: createFiles(join(dataDir, 'files', 'payment_proofs')),
    exchangeRates: createExchangeRates(fixedRate, { log }),
    encryption,
    installation: { isProduction: false, isDemo: false, hasMailPage: false, depositAddress: undefined },
  })
}

async function readPlan(owner: pg.Client): Promise<Plan> {
  const { rows } = await owner.query<Plan>('SELECT members, transactions FROM bench_seed.plan WHERE is_complete')
  if (!rows[0]) throw new Error('this database is not complete: run npm run bench:seed again')
  return rows[0]
}

interface Session {
  cookie: string
  userId: string
  sessionId: string
}

/** Opens a session of a made-up administrator. These administrators have no passwords. */
async function openSession(owner: pg.Client): Promise<Session> {
  const { rows } = await owner.query<{ id: string }>("SELECT id FROM profiles WHERE role = 'admin' ORDER BY id LIMIT 1")
  const adminId = rows[0]?.id ?? ''
  const { text, hash } = createToken(adminId)
  const { rows: sessions } = await owner.query<{ id: string }>(
    `INSERT INTO sessions (user_id, token_hash, ip_address, user_agent, expires_at)
     VALUES ($1, $2, '127.0.0.1', 'bench', now() + interval '1 hour') RETURNING id`,
    [adminId, hash],
  )
  const cookie = `${sessionCookieName('http://localhost:3000')}=${text}`
  return { cookie, userId: adminId, sessionId: sessions[0]?.id ?? '' }
}

/** Writes a proof for one call, and returns it. */
async function prove(owner: pg.Client, session: Session, action: StepUpAction, call: string): Promise<string> {
  const { text, hash } = createBoundSecret(call)
  await owner.query(
    `INSERT INTO step_up_proofs (user_id, session_id, action, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '5 minutes')`,
    [session.userId, session.sessionId, action, hash],
  )
  return text
}

async function explain(client: pg.Client, text: string, parameters: readonly unknown[]): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...parameters])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
