import { sql, type NotNull } from 'kysely'
import {
  dashboardRequestCount,
  dashboardTransactionCount,
  type getAdminDashboardData,
} from '../../../contract/dashboards.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { countClosed } from '../../accounts/closure/read-closure.ts'
import { profileColumns } from '../../accounts/members/members.ts'
import { listNewestPendingOfEachKind } from '../../money/requests/overview.ts'
import { readPlatformTotals } from '../../money/ledger/totals.ts'

/**
 * Reads the newest rows of every list and the totals of this moment, so that an administrator's own change shows at
 * once.
 */
export async function readAdminDashboard(db: Db): Promise<OutputOf<typeof getAdminDashboardData>> {
  const [profiles, wallets, transactions, logins, requests, totals, closed] = await Promise.all([
    listNewestProfiles(db),
    listNewestWallets(db),
    listNewestTransactions(db),
    listNewestLogins(db),
    listNewestPendingOfEachKind(db, dashboardRequestCount),
    readPlatformTotals(db),
    countClosed(db),
  ])
  return {
    profiles,
    wallets,
    transactions,
    login_history: logins,
    ...requests,
    stats: totals.stats,
    member_count: totals.memberCount - closed,
    closed_count: closed,
  }
}

/** The rows of each list, as a number in the text: one plan serves all calls. */
const shownRows = sql.lit(dashboardTransactionCount)

async function listNewestProfiles(db: Db) {
  return db
    .selectFrom('profiles')
    .modifyFront(hot('newest_profiles'))
    .select(profileColumns)
    .orderBy('id', 'desc')
    .limit(shownRows)
    .execute()
}

async function listNewestWallets(db: Db) {
  return db
    .selectFrom('wallets')
    .modifyFront(hot('newest_wallets'))
    .select(['user_id', 'total_coins', 'locked_coins', 'available_coins'])
    .orderBy('user_id', 'desc')
    .limit(shownRows)
    .$narrowType<{ total_coins: NotNull }>()
    .execute()
}

async function listNewestTransactions(db: Db) {
  return db
    .selectFrom('transactions as t')
    .modifyFront(hot('newest_of_all_transactions'))
    .innerJoin('profiles as p', 'p.id', 't.user_id')
    .select([
      't.id',
      't.user_id',
      't.type',
      't.amount',
      't.rate',
      't.total_usd_value',
      't.balance_after',
      't.created_at',
    ])
    .select(['p.full_name', 'p.email', 'p.member_id'])
    .orderBy('t.id', 'desc')
    .limit(shownRows)
    .$narrowType<{
      type: NotNull
      amount: NotNull
      total_usd_value: NotNull
      balance_after: NotNull
      member_id: NotNull
    }>()
    .execute()
}

async function listNewestLogins(db: Db) {
  return db
    .selectFrom('login_history')
    .modifyFront(hot('newest_logins'))
    .select(['id', 'user_id', 'status', 'ip_address', 'created_at'])
    .orderBy('id', 'desc')
    .limit(shownRows)
    .execute()
}
