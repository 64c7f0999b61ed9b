import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database-types.ts'

/** A query builder that knows every table and view. */
export type Db = Kysely<Database>

export type PoolSettings = {
  /** Most connections at once. */
  max: number
  /** Told when an idle connection breaks; the pool replaces it, so this is for the log. */
  onError: (error: Error) => void
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
}

const connectTimeoutMs = 5_000
const dateType = 1082
const timestampType = 1184
const numericType = 1700

/**
 * Opens connections on demand. A statement that waits or works too long is ended by the server, so that one stuck
 * request cannot hold the others. NUMERIC and INT8 arrive as strings, which a JS number cannot hold exactly, and moments as
 * ISO 8601 text in UTC: rows are what the wire carries.
 */
export function createPool(url: string, settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'et',
    max: settings.max,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: settings.statementTimeoutMs ?? 3_000,
    lock_timeout: settings.lockTimeoutMs ?? 2_000,
    idle_in_transaction_session_timeout: settings.idleInTransactionTimeoutMs ?? 5_000,
    // Every query has an index and reads little. To compile one, or to start processes that share its work, as a server may that
    // expects much, takes longer than to run it.
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
    types: { getTypeParser },
  })
  // A pool without this listener ends the process when an idle connection breaks.
  pool.on('error', settings.onError)
  // Nor may one break in the moment between its query's failure and its return to the pool; the query tells the caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The query builder on a pool; destroying it ends the pool. */
export function createDb(pool: pg.Pool): Db {
  const { options } = pool
  const connect = async () => pool.connect().catch(nameTimeout)
  const end = async () => pool.end()
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: { options, connect, end } }) })
}

/** The pool reports that no connection became free in time with an error that has no code; this gives it one. */
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

function toIsoText(value: string): string {
  return new Date(defaultParser(timestampType)(value) as Date).toISOString()
}

/** "10000.0000" is "10000" and "0.01000000" is "0.01": the scale of a column is no business of who reads the value. */
function toShortestDecimal(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
