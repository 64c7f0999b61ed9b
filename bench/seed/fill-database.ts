import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createDb, createPool } from '../../server/platform/db/client.ts'
import { withConnection } from '../../server/platform/db/connect.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { schema } from '../../server/schema/schema.ts'
import { seed } from '../../server/platform/db/seed.ts'
import { StartRefusal } from '../../server/platform/db/start-refusal.ts'

/** The size of the made-up world. A transaction is a row of a member's statement. Their number is approximate. */
export interface Plan {
  members: number
  transactions: number
}

interface Manner {
  print: (line: string) => void
  /** The number of members that one database transaction adds. The members of a block deal only with one another. */
  blockMembers?: number
}

interface Progress {
  membersDone: number
  isComplete: boolean
}

/** Small enough for frequent reports, and for little lost work after an interruption. */
const usualBlock = 5_000
const pendingInAll = 1_000
/** A transfer is a transaction for both members, and a refused request is none. Many members never make a request. */
const transactionsPerDeal = 0.77

const sql = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/**
 * Fills the database with a made-up world of this size, or resumes an interrupted run. It then verifies the books. It
 * throws a StartRefusal if the database holds anything else.
 */
export async function fillDatabase(
  ownerUrl: string,
  plan: Plan,
  { print, blockMembers = usualBlock }: Manner,
): Promise<void> {
  await migrate(ownerUrl, schema)
  await addPackages(ownerUrl)
  await withConnection(ownerUrl, async (owner) => {
    await owner.query(
      "SET statement_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'; SET jit = off",
    )
    const progress = (await readProgress(owner, plan)) ?? (await begin(owner, plan))
    if (progress.isComplete) return print('This database is complete already.')
    await addBlocks(owner, plan, progress.membersDone, { print, blockMembers })
    print('Sorting the lists and checking what refers to what')
    await addPostponed(owner)
    print('Tidying up')
    await owner.query('VACUUM (ANALYZE)')
    print('Checking the books')
    await checkBooks(owner)
    // A durable commit makes all earlier commits durable, too.
    await owner.query('SET synchronous_commit = on')
    await owner.query('UPDATE bench_seed.plan SET is_complete = true')
  })
}

/** Throws if the ledger's verifier reports a fault, or if a balance was ever below zero. */
export async function checkBooks(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`
    SELECT rule, user_id, id FROM ledger.find_violations()
     UNION ALL
    SELECT 'a balance was below zero', user_id, id FROM ledger.lines WHERE available_after < 0 OR locked_after < 0
     LIMIT 5`)
  if (rows.length > 0) throw new Error(`the books are broken: ${JSON.stringify(rows)}`)
}

/** Returns the progress of this plan in the database, or undefined for an empty database. */
async function readProgress(owner: pg.Client, plan: Plan): Promise<Progress | undefined> {
  const { rows: marks } = await owner.query<{ exists: boolean }>(
    "SELECT to_regclass('bench_seed.plan') IS NOT NULL AS exists",
  )
  if (!marks[0]?.exists) {
    const { rowCount } = await owner.query('SELECT FROM profiles LIMIT 1')
    if (rowCount)
      throw new StartRefusal('This database holds people who were not made up for measuring. Choose another DATA_DIR.')
    return undefined
  }
  const { rows } = await owner.query<Plan & Progress>(
    'SELECT members, transactions, members_done AS "membersDone", is_complete AS "isComplete" FROM bench_seed.plan',
  )
  const [found] = rows
  if (found?.members !== plan.members || found.transactions !== plan.transactions) {
    throw new StartRefusal(
      `This database was made for ${found?.members} members and ${found?.transactions} transactions. Remove it or choose another DATA_DIR.`,
    )
  }
  return found
}

async function begin(owner: pg.Client, { members, transactions }: Plan): Promise<Progress> {
  await inTransaction(owner, async () => {
    await owner.query(sql('schema.sql'))
    await owner.query('INSERT INTO bench_seed.plan (members, transactions) VALUES ($1, $2)', [members, transactions])
    await postpone(owner)
  })
  return { membersDone: 0, isComplete: false }
}

/**
 * Postpones indexes for list orders and references between tables to the end, because updating them row by row would
 * take most of the time. Unique indexes stay, and so do the indexes that the filling itself reads.
 */
async function postpone(owner: pg.Client): Promise<void> {
  await owner.query(`
    CREATE TABLE bench_seed.postponed AS
    SELECT indexname AS name, format('DROP INDEX %I.%I', schemaname, indexname) AS removal, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('entries', 'lines', 'requests', 'uploads', 'audit_events', 'login_history', 'profiles')
       AND indexdef LIKE 'CREATE INDEX %' AND indexname NOT IN ('profiles_admins', 'approved_transfers')
     UNION ALL
    SELECT conname, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
     WHERE contype = 'f' AND conrelid = ANY ('{ledger.movements,ledger.requests,uploads,audit_events,login_history}'::regclass[])`)
  const { rows } = await owner.query<{ removal: string }>('SELECT removal FROM bench_seed.postponed')
  for (const { removal } of rows) await owner.query(removal)
}

/** Adds the postponed indexes, constraints and sums. An earlier run that was interrupted here may have added some of them. */
async function addPostponed(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    `SELECT definition FROM bench_seed.postponed
      WHERE name NOT IN (SELECT indexname FROM pg_indexes UNION ALL SELECT conname FROM pg_constraint)`,
  )
  for (const { definition } of rows) await owner.query(definition)
  await owner.query('SELECT ledger.rebuild_treasury()')
}

async function addBlocks(
  owner: pg.Client,
  plan: Plan,
  membersDone: number,
  { print, blockMembers }: Required<Manner>,
): Promise<void> {
  const files = ['people.sql', 'deals.sql', 'journal.sql', 'talk.sql'].map(sql)
  const start = performance.now()
  let rowsDone = 0
  for (let first = membersDone + 1; first <= plan.members; first += blockMembers) {
    const last = Math.min(first + blockMembers - 1, plan.members)
    await inTransaction(owner, async () => {
      await openBlock(owner, plan, first, last)
      for (const file of files) rowsDone += countInserted(await owner.query(file))
      await owner.query('UPDATE bench_seed.plan SET members_done = $1', [last])
    })
    await rollUp(owner)
    const perSecond = rowsDone / ((performance.now() - start) / 1000)
    print(`${last} of ${plan.members} members, ${rowsDone} rows, ${perSecond.toFixed(0)} rows per second`)
  }
}

/** Retries, because a transaction that is open anywhere on the server, even in another database, delays a roll-up. */
async function rollUp(owner: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await owner.query('SELECT ledger.roll_up()')
    const { rowCount } = await owner.query(
      'SELECT FROM ledger.commands WHERE xid >= (SELECT watermark FROM ledger.rollup) LIMIT 1',
    )
    if (rowCount === 0) return
    await sleep(100)
  }
}

async function openBlock(
  owner: pg.Client,
  { members, transactions }: Plan,
  first: number,
  last: number,
): Promise<void> {
  const pendingUpTo = (count: number) => Math.round((Math.min(pendingInAll, members / 10) * count) / members)
  await owner.query(
    `CREATE TEMP TABLE block ON COMMIT DROP AS
     SELECT $1::int AS first, $2::int AS last, $3::int AS members, $4::float8 AS deals_each, $5::int AS pending`,
    [first, last, members, transactions / members / transactionsPerDeal, pendingUpTo(last) - pendingUpTo(first - 1)],
  )
}

/** A file of several statements returns one result for each of them. */
function countInserted(results: pg.QueryResult | pg.QueryResult[]): number {
  return [results]
    .flat()
    .filter(({ command }) => command === 'INSERT')
    .reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}

async function addPackages(ownerUrl: string): Promise<void> {
  const db = createDb(createPool(ownerUrl, { max: 1, onError: () => undefined }))
  try {
    await seed(db)
  } finally {
    await db.destroy()
  }
}

async function inTransaction(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('BEGIN')
  try {
    await work()
    await owner.query('COMMIT')
  } catch (error) {
    await owner.query('ROLLBACK')
    throw error
  }
}
