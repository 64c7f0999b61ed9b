import type { Request } from '../../contract/requests.ts'

/** Returns the id of the member who made the request. */
export function requesterId(request: Request): string {
  return 'sender_id' in request ? request.sender_id : request.user_id
}
