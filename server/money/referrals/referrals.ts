import { sql } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { Referral, ReferralStatus, ReferralSummary } from '../../../contract/referrals.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot, rowsOfPage } from '../../platform/db/prepared.ts'
import { decodeCursor, toPage, type Page } from '../../platform/db/page.ts'

interface ReferralQuery {
  status?: ReferralStatus | undefined
  cursor?: string | undefined
  limit: number
}

/** Lists the friends whom a member referred, newest first. */
export async function listReferrals(db: Db, userId: string, query: ReferralQuery): Promise<Page<Referral>> {
  const { status, cursor, limit } = query
  let rows = db
    .selectFrom('referrals')
    .modifyFront(hot('own_friends'))
    .select(['id', 'full_name', 'email', 'joined_at', 'status', 'reward_coins'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(sql.lit(rowsOfPage(limit)))
    .$narrowType<{ status: ReferralStatus }>()
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (cursor !== undefined) rows = rows.where('id', '<', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => row)
}

/**
 * Counts a member's friends by status. An index holds each member's friends together, so ten thousand take
 * milliseconds.
 */
export async function readReferralSummary(db: Db, userId: string): Promise<ReferralSummary> {
  const rows = await db
    .selectFrom('ledger.referrals as r')
    .crossJoin('settings as s')
    .select(({ fn }) => [
      'r.status',
      fn.countAll().as('count'),
      // The view `referrals` calculates the reward of each friend in the same way.
      sql<Decimal | null>`sum(coalesce(r.reward_coins, trunc(r.base_coins * s.referral_percentage / 100, 4)))`.as(
        'coins',
      ),
    ])
    .where('r.user_id', '=', userId)
    .groupBy('r.status')
    .execute()
  const of = (status: ReferralStatus) => {
    const row = rows.find((one) => one.status === status)
    return { count: Number(row?.count ?? 0), coins: row?.coins ?? '0' }
  }
  const [registered, pending, awarded] = [of('Registered'), of('First Purchase Pending'), of('Bonus Awarded')]
  return {
    total: registered.count + pending.count + awarded.count,
    registered: registered.count,
    pending: pending.count,
    awarded: awarded.count,
    earned_coins: awarded.coins,
    pending_coins: pending.coins,
  }
}
