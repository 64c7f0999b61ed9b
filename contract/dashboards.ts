import * as z from 'zod/mini'
import * as endpoints from './endpoints/dashboards.ts'
import { decimal, defineOperation, id, moment, pageOf } from './operation.ts'
import { profile } from './profiles.ts'
import { referral } from './referrals.ts'
import { buyRequest, request, requestLists, transaction } from './requests.ts'
import { globalPlatformStats, ownUserQuery } from './stats.ts'

export const wallet = z.object({ user_id: id, total_coins: decimal, locked_coins: decimal, available_coins: decimal })

export const loginAttempt = z.object({
  id,
  user_id: id,
  status: z.string(),
  ip_address: z.string(),
  created_at: moment,
})

/** The number of rows that the dashboards show of each list. The lists' own pages have the rest. */
export const dashboardRequestCount = 5
export const dashboardTransactionCount = 10
export const dashboardOpenRequestCount = 10

export const getUserDashboardData = defineOperation(endpoints.getUserDashboardData, {
  summary: 'The calling member’s wallet with the newest rows of each list, and the pending requests.',
  query: ownUserQuery,
  output: z.object({
    wallet,
    transactions: z.array(transaction),
    ...requestLists,
    /** All kinds of requests that wait for a decision, newest first. The list of pending requests has the rest. */
    open_requests: pageOf(request),
    /** The last purchase that was rejected or has expired; null when there is none. */
    failed_buy: z.nullable(buyRequest),
    referrals: z.array(referral),
  }),
  errors: ['not_found'],
})

export type BalanceRange = (typeof endpoints.balanceRanges)[number]
export const balancePointsMax = 122

export const getBalanceHistory = defineOperation(endpoints.getBalanceHistory, {
  summary: 'The calling member’s total balance over time: at the beginning, at even steps, and now.',
  query: z.strictObject({ range: z._default(z.enum(endpoints.balanceRanges), '30d') }),
  output: z.object({
    from: moment,
    to: moment,
    /** Oldest first. Each balance holds until the next point. */
    points: z.array(z.object({ at: moment, balance_coins: decimal })),
  }),
  errors: ['not_found'],
})
export type BalanceHistory = z.infer<typeof getBalanceHistory.output>

/** A transaction with the member it belongs to. */
export const ledgerEntry = z.object({
  ...transaction.shape,
  full_name: z.string(),
  email: z.string(),
  member_id: z.string(),
})

/** The UTC days of each range in the history of the platform. A year is 52 whole weeks. */
export const historyDays: Record<BalanceRange, number> = { '30d': 30, '90d': 90, '365d': 364 }

export const getPlatformHistory = defineOperation(endpoints.getPlatformHistory, {
  summary: 'The purchases, the withdrawals and the new members of each of the last UTC days, today included.',
  query: z.strictObject({ range: z._default(z.enum(endpoints.balanceRanges), '30d') }),
  output: z.object({
    /** Every day of the range, oldest first. */
    days: z.array(
      z.object({
        /** The date as YYYY-MM-DD. */
        day: z.string(),
        /**
         * Coins of approved buys without their bonus, on the day of the approval, and their value at the platform's
         * rate.
         */
        purchases_coins: decimal,
        purchases_usd: decimal,
        /** Coins of approved withdrawals, on the day of the approval. */
        withdrawals_coins: decimal,
        /** The members who joined on the day, and all members at its end. */
        new_members: z.number(),
        members: z.number(),
      }),
    ),
  }),
})
export type PlatformHistory = z.infer<typeof getPlatformHistory.output>

export const getAdminDashboardData = defineOperation(endpoints.getAdminDashboardData, {
  summary: 'The newest rows of every list, and the platform’s totals. Requests are the newest pending ones.',
  output: z.object({
    profiles: z.array(profile),
    wallets: z.array(wallet),
    transactions: z.array(ledgerEntry),
    login_history: z.array(loginAttempt),
    ...requestLists,
    stats: globalPlatformStats,
    /** The number of members, without administrators and closed accounts. */
    member_count: z.number(),
    /** The number of closed accounts. */
    closed_count: z.number(),
  }),
})
