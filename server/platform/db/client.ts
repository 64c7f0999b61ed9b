import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared.ts'
import { takeRole } from './session-role.ts'
import { endWhenSilent } from './end-when-silent.ts'
import type { Database } from './database-types.ts'

/** A query builder that knows every table and view. */
export type Db = Kysely<Database>

/**
 * A query builder inside a transaction. A function that must share the transaction of its caller takes this type, and
 * then refuses a plain Db when it is compiled. A function that only reads takes a Db, which may be a transaction, too.
 */
export type Tx = Transaction<Database>

export type PoolSettings = {
  /** The most connections at once. */
  max: number
  /** Receives the error of an idle connection that broke, for the log. The pool replaces the connection. */
  onError: (error: Error) => void
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
  /** False if a connection pooler gives each transaction another connection, on which nothing has been prepared. */
  hasPreparedStatements?: boolean
  /** Returns the kind of connection that is used instead of the given one, for example to watch statements. */
  wrapClient?: (client: typeof pg.Client) => typeof pg.Client
}

/** The longest wait for a connection, a free one or a new one. A call may wait twice: for its session and for its work. */
const connectTimeoutMs = 2_000
/** PostgreSQL ends a statement by itself. A connection that is silent for so much longer has been lost. */
const silenceMs = 1_000
/** After so long without a sign of life the system asks the other side for one, and gives the connection up if none comes. */
export const keepAliveMs = 10_000
const dateType = 1082
const timestampType = 1184
const numericType = 1700

/**
 * Creates a pool that opens connections on demand. The server ends a statement that waits or works too long, so that
 * one stuck call cannot hold up the others. NUMERIC and INT8 arrive as strings, because JavaScript numbers cannot hold
 * them exactly. Moments arrive as ISO 8601 text in UTC. So rows already have the form of answers.
 */
export function createPool(url: string, settings: PoolSettings): pg.Pool {
  const statementTimeoutMs = settings.statementTimeoutMs ?? 3_000
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'et',
    max: settings.max,
    connectionTimeoutMillis: connectTimeoutMs,
    // A statement that may take long has no other sign that the host of the database has died.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: { getTypeParser },
    Client: chooseClient(settings),
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it.
    onConnect: async (client) => {
      // A connection can also break between the failure of its query and its return to the pool. The query reports that
      // error.
      client.on('error', () => {})
      endWhenSilent(client as pg.Client, statementTimeoutMs + silenceMs)
      await client.query(setUp({ ...settings, statementTimeoutMs }))
      await takeRole(client, url)
    },
  })
  // Without this listener, an idle connection that breaks would end the process.
  pool.on('error', settings.onError)
  return pool
}

/**
 * Returns the statements that set a new session up. Parameters of the connection would do the same, but poolers refuse or forget them.
 */
function setUp({
  statementTimeoutMs,
  lockTimeoutMs = 2_000,
  idleInTransactionTimeoutMs = 5_000,
}: PoolSettings): string {
  return (
    `SET statement_timeout = ${statementTimeoutMs}; SET lock_timeout = ${lockTimeoutMs};` +
    `SET idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs};` +
    // Every query uses an index and reads little. Compiling a query, or starting parallel processes for it, would take
    // longer than running it.
    'SET jit = off; SET max_parallel_workers_per_gather = 0'
  )
}

function chooseClient({ hasPreparedStatements, wrapClient }: PoolSettings): typeof pg.Client {
  const client = hasPreparedStatements === false ? pg.Client : PreparingClient
  return wrapClient ? wrapClient(client) : client
}

/** Creates the query builder on a pool. Destroying it ends the pool. */
export function createDb(pool: pg.Pool): Db {
  const { options } = pool
  const connect = async () => pool.connect().catch(nameTimeout)
  const end = async () => pool.end()
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: { options, connect, end } }) })
}

/** Adds a code to the pool's error that no connection became free in time. */
function nameTimeout(error: unknown): never {
  if (!(error instanceof Error) || 'code' in error) throw error
  throw Object.assign(new Error('no connection became free in time', { cause: error }), { code: 'ETIMEDOUT' })
}

const defaultParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => (value: string) => unknown

const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === dateType) return String
  if (oid === timestampType) return toIsoText
  if (oid === numericType) return toShortestDecimal
  return defaultParser(oid, format)
}) as typeof pg.types.getTypeParser

const utcMoment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** Writes a moment as the API does, with milliseconds. Lists have many, so one in UTC is rewritten as text: a calendar takes ten times as long. */
function toIsoText(value: string): string {
  const [isUtc, day, time, fraction = ''] = utcMoment.exec(value) ?? []
  if (isUtc === undefined) return new Date(defaultParser(timestampType)(value) as Date).toISOString()
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

/**
 * Drops trailing zeros: "10000.0000" becomes "10000", "0.01000000" becomes "0.01". Readers of a value need not know the
 * scale of its column.
 */
function toShortestDecimal(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
