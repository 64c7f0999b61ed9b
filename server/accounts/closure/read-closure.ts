import { sql } from 'kysely'
import type { ClosureState, WaitingClosure } from '../../../contract/account-closure.ts'
import type { ClosureObstacle } from '../../../contract/endpoints/account-closure.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'

/** Reads the closing of a member's account that waits. Returns null without one. */
export async function readWaitingClosure(db: Db, userId: string): Promise<WaitingClosure | null> {
  const row = await db
    .selectFrom('account_closures')
    .modifyFront(hot('waiting_closure'))
    .select(['closes_at', 'asked_by'])
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return row ? { closes_at: row.closes_at, is_by_administrator: row.asked_by !== null } : null
}

/** Reads what a member has to know before the account is closed. */
export async function readClosure(db: Db, userId: string): Promise<ClosureState> {
  const { rows } = await sql<{ obstacles: ClosureObstacle[] }>`
    select closure_obstacles(${userId}::uuid) as obstacles`.execute(db)
  const { rows: newest } = await sql<{ outcome: string | null; ended_at: string; obstacles: ClosureObstacle[] }>`
    select outcome, ended_at, obstacles from account_closures where user_id = ${userId} order by id desc limit 1`.execute(
    db,
  )
  const [last] = newest
  return {
    waiting: await readWaitingClosure(db, userId),
    obstacles: rows[0]?.obstacles ?? [],
    withdrawn: last?.outcome === 'obstacle' ? { at: last.ended_at, obstacles: last.obstacles } : null,
  }
}

/** Counts the closed accounts. */
export async function countClosed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('account_closures')
    .modifyFront(hot('closed_accounts'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('outcome', '=', sql.lit('closed'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
