import { payoutLists, type PayoutList } from '../../../../contract/endpoints/payouts.ts'
import { createSearchReader, oneOf, textOf } from '../../../lib/search.ts'

export interface PayoutsSearch {
  list?: PayoutList | undefined
  cursor?: string | undefined
}

export const payoutsSearch = createSearchReader<PayoutsSearch>({
  list: (value) => oneOf(value, payoutLists),
  cursor: textOf,
})
