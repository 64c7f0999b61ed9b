import { getRequest } from '../../../contract/endpoints/requests.ts'
import { read } from '../../lib/query-of.ts'

export function requestQuery(userId: string, requestId: string) {
  return read(getRequest, ['requests'], { params: { userId, requestId } })
}
