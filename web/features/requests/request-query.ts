import { getRequest } from '../../../contract/endpoints/requests.ts'
import { queryOf } from '../../lib/query-of.ts'

export function requestQuery(userId: string, requestId: string) {
  return queryOf(getRequest, ['requests'], { params: { userId, requestId } })
}
