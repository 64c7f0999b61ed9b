import { createSearchReader, dayOf, oneOf } from '../../../lib/search.ts'
import { periods, type ReportSearch } from './period.ts'

export const reportSearch = createSearchReader<ReportSearch>({
  period: (value) => oneOf(value, periods),
  from: dayOf,
  to: dayOf,
})
