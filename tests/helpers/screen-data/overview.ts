import { getBalanceHistory, getUserDashboardData } from '../../../contract/dashboards.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Answers } from '../answers.ts'

/** Answers the calls of the overview of a member without any rows. */
export function giveOverview(answers: Answers, member: Profile): void {
  answers.give(getUserDashboardData, userDashboard(member))
  const point = { at: '2026-03-10T12:00:00.000Z', balance_coins: '27500' }
  answers.give(getBalanceHistory, { from: point.at, to: '2026-03-11T12:00:00.000Z', points: [point] })
}

/** The overview of a member without any rows. */
export function userDashboard(
  member: Profile,
  fields: Partial<OutputOf<typeof getUserDashboardData>> = {},
): OutputOf<typeof getUserDashboardData> {
  return {
    wallet: { user_id: member.id, total_coins: '27500', locked_coins: '0', available_coins: '27500' },
    transactions: [],
    buy_requests: [],
    withdrawal_requests: [],
    transfer_requests: [],
    open_requests: { items: [], next_cursor: null },
    failed_buy: null,
    referrals: [],
    ...fields,
  }
}
