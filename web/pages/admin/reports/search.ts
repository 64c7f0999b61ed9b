import { createSearchReader, dayOf, oneOf } from '../../../lib/search.ts'

export const periods = ['this-month', 'last-month', 'this-year', 'last-year', 'own'] as const
export type PeriodName = (typeof periods)[number]

/** The period in the address. Only an own one has days there. Without a name it is this month. */
export interface ReportSearch {
  period?: PeriodName | undefined
  from?: string | undefined
  to?: string | undefined
}

export const reportSearch = createSearchReader<ReportSearch>({
  period: (value) => oneOf(value, periods),
  from: dayOf,
  to: dayOf,
})
