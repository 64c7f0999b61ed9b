import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** A limit: `atOnce` units at once, and one more each time `refillMs` has passed. */
export interface Rule {
  name: string
  atOnce: number
  refillMs: number
}

export type Verdict =
  | { isTaken: true }
  /** `isRepeated` is true if this process had refused the subject before and did not ask the database again. */
  | { isTaken: false; waitSeconds: number; isRepeated: boolean }

export interface Buckets {
  /** Takes one unit or several from the subject's bucket. A bucket that has too few stays as it is. */
  take(rule: Rule, subject: string, units?: number): Promise<Verdict>
  /**
   * Returns the seconds until the next attempt is possible, without taking one. With `known` as `here` it asks only
   * this process, not the database.
   */
  readWaitSeconds(rule: Rule, subject: string, known: 'here' | 'anywhere'): Promise<number>
  giveBack(rule: Rule, subject: string, units?: number): Promise<void>
  /** Returns the bucket for a statement that takes an attempt itself. */
  forStatement(rule: Rule, subject: string): StatementBucket
  /** Remembers that a statement was refused. */
  noteRefusal(rule: Rule, subject: string, waitSeconds: number): void
}

/** A bucket as ledger.take_attempt takes it. */
export interface StatementBucket {
  key: Buffer
  atOnce: number
  refillSeconds: number
}

const rememberedMax = 10_000

/**
 * Creates buckets in the database, judged by its clock. Servers on one database share them, and a restart forgets none.
 * This process remembers refused subjects until a new attempt can succeed, so a flood of attempts costs no queries.
 */
export function createBuckets(db: Db): Buckets {
  const refused = new Map<string, number>()

  function remember(name: string, waitMs: number): void {
    refused.delete(name)
    const [oldest] = refused.keys()
    if (refused.size >= rememberedMax && oldest !== undefined) refused.delete(oldest)
    refused.set(name, performance.now() + waitMs)
  }

  return {
    async readWaitSeconds(rule, subject, known) {
      const key = keyOf(rule, subject)
      const name = key.toString('base64')
      const leftMs = (refused.get(name) ?? 0) - performance.now()
      if (leftMs > 0) return toSeconds(leftMs)
      if (known === 'here') return 0
      const waitMs = await readWait(db, key, rule)
      if (waitMs > 0) remember(name, waitMs)
      return waitMs > 0 ? toSeconds(waitMs) : 0
    },
    async take(rule, subject, units = 1) {
      const key = keyOf(rule, subject)
      const name = key.toString('base64')
      const leftMs = (refused.get(name) ?? 0) - performance.now()
      if (leftMs > 0) return { isTaken: false, waitSeconds: toSeconds(leftMs), isRepeated: true }
      refused.delete(name)
      const waitMs = await takeFromTable(db, key, rule, units)
      if (waitMs === undefined) return { isTaken: true }
      // A smaller call may succeed earlier than one that asked for many units.
      if (units === 1) remember(name, waitMs)
      return { isTaken: false, waitSeconds: toSeconds(waitMs), isRepeated: false }
    },
    forStatement: (rule, subject) => ({
      key: keyOf(rule, subject),
      atOnce: rule.atOnce,
      refillSeconds: rule.refillMs / 1000,
    }),
    noteRefusal(rule, subject, waitSeconds) {
      remember(keyOf(rule, subject).toString('base64'), waitSeconds * 1000)
    },
    async giveBack(rule, subject, units = 1) {
      const key = keyOf(rule, subject)
      refused.delete(key.toString('base64'))
      await db
        .updateTable('rate_limits')
        .set({ full_at: sql`full_at - ${seconds(units * rule.refillMs)}` })
        .where('key', '=', key)
        .execute()
    },
  }
}

/**
 * Runs the generic cell rate algorithm in one statement. A bucket is stored as the moment at which it will be full, and
 * each take postpones that moment by a refill for each unit. The statement reads the row first, because ON CONFLICT would lock, and
 * so write, even a row that it leaves alone. Returns the wait in milliseconds, or undefined for a successful take.
 */
async function takeFromTable(
  db: Db,
  key: Buffer,
  { atOnce, refillMs }: Rule,
  units: number,
): Promise<number | undefined> {
  const refill = seconds(units * refillMs)
  const latest = sql`clock_timestamp() + ${seconds((atOnce - units) * refillMs)}`
  const { rows } = await sql<{ is_taken: boolean; wait_ms: number }>`
    with seen as (
      select full_at, full_at - (${latest}) as wait from rate_limits where key = ${key}
    ), taken as (
      insert into rate_limits as l (key, full_at)
      select ${key}::bytea, clock_timestamp() + ${refill} where not exists (select from seen where wait > interval '0')
      on conflict (key) do update set full_at = greatest(l.full_at, clock_timestamp()) + ${refill}
      where l.full_at <= ${latest}
      returning 1
    )
    select exists (select from taken) as is_taken,
           coalesce((select extract(epoch from wait) * 1000 from seen), 0)::float8 as wait_ms`.execute(db)
  const row = rows[0]
  if (!row || row.is_taken) return undefined
  // Another call took the last attempt after this statement had read the row. So the row shows no wait yet.
  return row.wait_ms > 0 ? row.wait_ms : refillMs
}

async function readWait(db: Db, key: Buffer, { atOnce, refillMs }: Rule): Promise<number> {
  const { rows } = await sql<{ wait_ms: number }>`
    select extract(epoch from full_at - clock_timestamp() - ${seconds((atOnce - 1) * refillMs)})::float8 * 1000 as wait_ms
      from rate_limits where key = ${key}`.execute(db)
  return rows[0]?.wait_ms ?? 0
}

function seconds(ms: number) {
  return sql`make_interval(secs => ${ms / 1000}::float8)`
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

function keyOf({ name }: Rule, subject: string): Buffer {
  return createHash('sha256').update(`${name}\n${subject}`).digest()
}
