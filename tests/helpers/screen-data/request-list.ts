import { getAllRequestTotals, listAllRequests } from '../../../contract/admin-request-list.ts'
import { add, type Decimal } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import { getRequest, type Request } from '../../../contract/requests.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers } from '../answers.ts'
import { requesterId } from '../requester-id.ts'
import { onePage } from '../screen-data.ts'

/**
 * Answers the list of all members' requests, its sums and each request. The newest request comes first. A test may
 * change a request or add one.
 */
export function giveRequestList(answers: Answers, requests: Request[]): void {
  const find = (filter: Filter) => requests.filter((request) => isFound(request, filter))
  answers.give(listAllRequests, ({ query }) => {
    const found = find(query)
    return onePage(query.order === 'newest' ? found : found.toReversed())
  })
  answers.give(getAllRequestTotals, ({ query }) => {
    const found = find(query)
    return { count: found.length, coins: found.reduce<Decimal>((sum, one) => add(sum, one.amount_coins), '0') }
  })
  answers.give(getRequest, ({ params: { requestId } }) => {
    const found = requests.find(({ id }) => id === requestId)
    if (!found) throw new Refusal('not_found')
    return found
  })
}

type Filter = InputOf<typeof getAllRequestTotals>['query']

function isFound(
  request: Request,
  { search = '', kind, status, user_id: userId, from = '', to = '9' }: Filter,
): boolean {
  const requester = request.kind === 'transfer' ? request.sender_profile : request.profile
  const day = request.created_at.slice(0, 10)
  return (
    Object.values(requester).some((text) => text.toLowerCase().includes(search.toLowerCase())) &&
    [undefined, request.kind].includes(kind) &&
    [undefined, request.status].includes(status) &&
    [undefined, requesterId(request)].includes(userId) &&
    day >= from &&
    day <= to
  )
}
