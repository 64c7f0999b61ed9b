import type { RequestKind, RequestStatus } from '../../../contract/requests.ts'
import { kinds } from './kinds/kinds.ts'

interface Reference {
  user_id: string
  id: string
  kind: RequestKind
  status: RequestStatus
}

/**
 * Returns the page on which an administrator sees a request: its approvals page while it is pending, otherwise the list
 * of all activity.
 */
export function requestPath({ user_id: userId, id, kind, status }: Reference): string {
  if (status === 'pending')
    return `${kinds[kind].approvalsPath}?${new URLSearchParams({ request: id, member: userId })}`
  return `/admin/all-activity?${new URLSearchParams({ request: id, member: userId })}`
}
