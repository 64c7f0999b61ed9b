import { getRequestCounts } from '../../../contract/endpoints/request-review.ts'
import { read } from '../../lib/query-of.ts'

export const requestCountsQuery = read(getRequestCounts, ['requests'], {})
