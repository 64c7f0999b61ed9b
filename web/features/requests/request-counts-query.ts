import { getRequestCounts } from '../../../contract/endpoints/request-review.ts'
import { queryOf } from '../../lib/query-of.ts'

export const requestCountsQuery = queryOf(getRequestCounts, ['requests'], {})
