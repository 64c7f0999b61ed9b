import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withConnection } from './connect.ts'
import { StartRefusal } from './start-refusal.ts'

/** The SQL files of a product, as paths. */
export interface SchemaFiles {
  /** A folder of migrations. Each runs once, in the order of the names. */
  migrations: string
  /** Files that run in this order whenever one of them, or a migration, is new. */
  repeatables: string[]
}

export interface SqlFile {
  name: string
  sql: string
  /** The text that runs in its place on PostgreSQL 15 and 16, if they lack a statement of it. */
  olderSql?: string | undefined
  checksum: string
  /** True if the file says that servers of the release before run on what it leaves. */
  isAdditive: boolean
}

const lockKey = 4_703_184
const lockPatienceMs = 120_000
const lockPollMs = 100
// A lock that is not available, and a deadlock with a call.
const busyCodes = new Set(['55P03', '40P01'])
const tablePatienceMs = 60_000
const tablePauseMs = 250

/** Every database has had the first migration from the beginning, except those that an unreleased commit made. */
const ofEarlierCommit =
  'This database was made by a commit from before the first release and cannot be brought up to date. Start with an ' +
  'empty data folder (DATA_DIR) or an empty database (DATABASE_URL), or go back to that commit. Nothing was changed in it.'

/**
 * Brings a database to this version of the product, and returns the names of the files that it ran. Several instances
 * may call it at once: one migrates, the others wait and then find nothing to do. Each migration is one transaction, so
 * a crash leaves only whole ones. Refuses a database that does not descend from these files. One of a newer release that
 * only added to it stays as it is, with the newer functions, and `say` gets a sentence about it.
 */
export async function migrate(
  ownerUrl: string,
  schema: SchemaFiles,
  say: (sentence: string) => void = () => {},
): Promise<string[]> {
  const migrations = readMigrations(schema.migrations)
  const repeatables = schema.repeatables.map((path) => readSql(path, basename(path)))
  return withConnection(ownerUrl, async (client) => {
    await acquireLock(client)
    // If a running instance uses a table, this one must wait and retry. Otherwise all later queries would queue behind
    // its lock. The wait is shorter than the time after which PostgreSQL looks for a deadlock, so this one gives way.
    await client.query("SET lock_timeout = '100ms'; SET statement_timeout = 0; SET client_min_messages = warning")
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    await addColumn(client)
    return applyMissing(client, { migrations, repeatables }, say)
  })
}

/** Adds the column to a table from before it. ALTER TABLE locks before it looks, so it would not get past a backup under way. */
async function addColumn(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'is_additive'`,
  )
  if (rowCount === 0) {
    await client.query('ALTER TABLE schema_migrations ADD COLUMN is_additive boolean NOT NULL DEFAULT false')
  }
}

/** Reads the migrations of a folder in the order in which they run. */
export function readMigrations(folder: string): SqlFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const older = join(folder, 'before-postgres-17', name)
      return { ...readSql(join(folder, name), name), olderSql: existsSync(older) ? readText(older) : undefined }
    })
}

interface OwnFiles {
  migrations: SqlFile[]
  repeatables: SqlFile[]
}

async function applyMissing(
  client: pg.Client,
  { migrations, repeatables }: OwnFiles,
  say: (sentence: string) => void,
): Promise<string[]> {
  const applied = await readApplied(client)
  const newer = findNewer(migrations, applied)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (newer !== undefined && missing.length === 0) {
    say(`The database is of a newer release (${newer}), which kept what this one needs. It stays as it is.`)
    return []
  }
  if (newer !== undefined) refuseNewer(newer)
  for (const file of missing) await applyInTransaction(client, [file])
  const isCurrent = repeatables.every(({ name, checksum }) => applied.get(name)?.checksum === checksum)
  if (missing.length === 0 && isCurrent) return []
  // All files run, also the unchanged ones. A later file may grant rights on objects that an earlier one or a migration
  // created again.
  await applyInTransaction(client, repeatables)
  return [...missing, ...repeatables].map(({ name }) => name)
}

/**
 * Returns the name of a migration of a newer release that has run on the database, if each such migration is additive. Refuses a
 * database that does not descend from the own ones. Files that run again tell no release from another, because they come, go and
 * get other names. A release that changes them has a migration, too.
 */
function findNewer(migrations: SqlFile[], applied: Map<string, Applied>): string | undefined {
  const [first] = migrations
  if (first && applied.size > 0 && !applied.has(first.name)) throw new StartRefusal(ofEarlierCommit)
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name)?.checksum !== checksum)
  if (changed) {
    throw new StartRefusal(
      `The migration ${changed.name} differs from the one this database was made with. Restore it. ` +
        'If an unreleased commit made the database, start with an empty one instead.',
    )
  }
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter(([name]) => isMigration(name) && !known.has(name))
  const breaking = unknown.find(([, { isAdditive }]) => !isAdditive)
  if (breaking) refuseNewer(breaking[0])
  return unknown.at(-1)?.[0]
}

function isMigration(name: string): boolean {
  return /^\d{4}_/.test(name)
}

function refuseNewer(name: string): never {
  throw new StartRefusal(`The database is newer than this program: it has the migration ${name}.`)
}

async function applyInTransaction(client: pg.Client, files: SqlFile[]): Promise<void> {
  const giveUpAt = Date.now() + tablePatienceMs
  for (;;) {
    try {
      await client.query('BEGIN')
      for (const file of files) await applyOne(client, file)
      await client.query('COMMIT')
      return
    } catch (error) {
      await client.query('ROLLBACK')
      const isBusy = error instanceof pg.DatabaseError && busyCodes.has(error.code ?? '')
      if (!isBusy || Date.now() > giveUpAt) throw error
      await sleep(tablePauseMs)
    }
  }
}

async function applyOne(client: pg.Client, { name, checksum, isAdditive, ...file }: SqlFile): Promise<void> {
  const sql = file.olderSql !== undefined && (await isBefore17(client)) ? file.olderSql : file.sql
  try {
    await client.query(sql)
  } catch (error) {
    if (error instanceof pg.DatabaseError) error.message = `${name}${lineOf(error, sql)}: ${error.message}`
    throw error
  }
  await client.query(
    `INSERT INTO schema_migrations (name, checksum, is_additive) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE
       SET checksum = excluded.checksum, is_additive = excluded.is_additive, applied_at = excluded.applied_at`,
    [name, checksum, isAdditive],
  )
}

async function isBefore17(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_before: boolean }>(
    `SELECT current_setting('server_version_num')::int < 170000 AS is_before`,
  )
  return rows[0]?.is_before ?? false
}

/** Waits until this instance may migrate. The lock belongs to the connection, so a crash releases it. */
async function acquireLock(client: pg.Client): Promise<void> {
  const deadline = Date.now() + lockPatienceMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey])
    if (rows[0]?.taken) return
    if (Date.now() > deadline) throw new StartRefusal('Another instance has been migrating the database for too long.')
    await sleep(lockPollMs)
  }
}

type Applied = Pick<SqlFile, 'checksum' | 'isAdditive'>

async function readApplied(client: pg.Client): Promise<Map<string, Applied>> {
  const { rows } = await client.query<{ name: string; checksum: string; is_additive: boolean }>(
    'SELECT name, checksum, is_additive FROM schema_migrations ORDER BY name',
  )
  return new Map(rows.map(({ name, checksum, is_additive: isAdditive }) => [name, { checksum, isAdditive }]))
}

function readSql(path: string, name: string): SqlFile {
  const sql = readText(path)
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { name, sql, checksum, isAdditive: sql.startsWith('-- additive: ') }
}

/** Git may check out files with other line ends on another system. They count as unchanged. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
}

function lineOf(error: pg.DatabaseError, sql: string): string {
  return error.position === undefined ? '' : ` line ${sql.slice(0, Number(error.position)).split('\n').length}`
}
