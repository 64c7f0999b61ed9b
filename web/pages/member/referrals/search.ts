import { oneOf, createSearchReader } from '../../../lib/search.ts'

/** The filters of the list, as the address names them. */
export const referralFilters = ['registered', 'deposited', 'awarded'] as const
export type ReferralFilter = (typeof referralFilters)[number]

export const referralsSearch = createSearchReader<{ status?: ReferralFilter | undefined }>({
  status: (value) => oneOf(value, referralFilters),
})
