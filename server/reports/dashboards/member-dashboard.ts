import { sql, type NotNull } from 'kysely'
import {
  dashboardOpenRequestCount,
  dashboardRequestCount,
  dashboardTransactionCount,
  type getUserDashboardData,
} from '../../../contract/dashboards.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { listReferrals } from '../../money/referrals/referrals.ts'
import { readOwnOverview } from '../../money/requests/overview.ts'
import { hot } from '../../platform/db/prepared.ts'
import { refuseOtherUser } from '../stats/stats.ts'

/**
 * Reads the member's wallet with the newest rows of each list, and all open requests of any age up to a limit. `namedUserId`
 * is the user id that the call named, if any; another id is refused.
 */
export async function readMemberDashboard(
  db: Db,
  userId: string,
  namedUserId?: string,
): Promise<OutputOf<typeof getUserDashboardData>> {
  refuseOtherUser(userId, namedUserId)
  const counts = { ofEach: dashboardRequestCount, ofOpen: dashboardOpenRequestCount }
  const [wallet, transactions, requests, referrals] = await Promise.all([
    readWallet(db, userId),
    listNewestTransactions(db, userId),
    readOwnOverview(db, userId, counts),
    listReferrals(db, userId, { limit: dashboardRequestCount }),
  ])
  return {
    wallet,
    transactions,
    ...requests.newest,
    open_requests: requests.open,
    failed_buy: requests.failedBuy ?? null,
    referrals: referrals.items,
  }
}

async function readWallet(db: Db, userId: string) {
  const row = await db
    .selectFrom('wallets')
    .modifyFront(hot('own_wallet'))
    .select(['user_id', 'total_coins', 'locked_coins', 'available_coins'])
    .where('user_id', '=', userId)
    .$narrowType<{ total_coins: NotNull }>()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function listNewestTransactions(db: Db, userId: string) {
  return (
    db
      .selectFrom('transactions')
      .modifyFront(hot('newest_transactions'))
      .select(['id', 'user_id', 'type', 'amount', 'rate', 'total_usd_value', 'balance_after', 'created_at'])
      .where('user_id', '=', userId)
      // The order is that of the index lines_by_time, which leaves out lines that only lock or unlock coins.
      .orderBy('created_at', 'desc')
      .orderBy('version', 'desc')
      .limit(sql.lit(dashboardTransactionCount))
      .$narrowType<{ type: NotNull; amount: NotNull; total_usd_value: NotNull; balance_after: NotNull }>()
      .execute()
  )
}
