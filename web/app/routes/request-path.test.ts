import { expect, test } from 'vitest'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import { approvalsSearch } from '../../features/requests/approvals/approvals-search.ts'
import { requestPath } from '../../features/requests/request-path.ts'
import { parseSearch } from '../../lib/search.ts'
import { allActivitySearch } from '../../pages/admin/all-activity/search.ts'

test('the page of a request reads the request and its member from the address', () => {
  const [userId, id] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const kind of requestKinds) {
    for (const status of requestStatuses) {
      const { pathname, search } = new URL(requestPath({ user_id: userId, id, kind, status }), 'http://localhost')
      const read = pathname === '/admin/all-activity' ? allActivitySearch : approvalsSearch
      expect({ pathname, ...read(parseSearch(search)) }).toMatchObject({ pathname, request: id, member: userId })
    }
  }
})
