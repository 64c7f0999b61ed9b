import { getPayout, getPayoutTotals, listPayouts, type PayoutList } from '../../../../contract/endpoints/payouts.ts'
import { queryOf, withoutUndefined } from '../../../lib/query-of.ts'

export const payoutTotalsQuery = queryOf(getPayoutTotals, ['requests'], {})

export const payoutsQuery = (list: PayoutList, cursor: string | undefined) =>
  queryOf(listPayouts, ['requests', 'profile'], { query: withoutUndefined({ list, cursor }) })

export const payoutQuery = (userId: string, requestId: string) =>
  queryOf(getPayout, ['requests'], { params: { userId, requestId } })
