import { expect, test } from 'vitest'
import { requestKinds, requestStatuses } from '../../contract/requests.ts'
import { allActivitySearch, deskSearch } from './list-searches.ts'
import { requestPath } from './request-path.ts'
import { parseSearch } from './search.ts'

test('the page that a request is looked at on finds it in the address, and whose it is', () => {
  const [userId, id] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const kind of requestKinds) {
    for (const status of requestStatuses) {
      const { pathname, search } = new URL(requestPath({ user_id: userId, id, kind, status }), 'http://localhost')
      const read = pathname === '/admin/all-activity' ? allActivitySearch : deskSearch
      expect({ pathname, ...read(parseSearch(search)) }).toMatchObject({ pathname, request: id, member: userId })
    }
  }
})
