import { getRequestCounts } from '../../../contract/endpoints/request-review.ts'
import { read } from '../../lib/read.ts'

export const requestCountsQuery = read(getRequestCounts, ['requests'], {})
