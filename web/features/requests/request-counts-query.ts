import { getRequestCounts } from '../../../contract/request-review.ts'
import { read } from '../../lib/read.ts'

export const requestCountsQuery = read(getRequestCounts, ['requests'], {})
