import type { Request, RequestKind, RequestOf } from '../../../contract/requests.ts'
import { kinds } from './kinds/kinds.ts'
import type { ReaderRole, RequestRow } from './request-columns.ts'

/** Returns a row in the shape of its kind, with no more than the reader may see. */
export function toRequest(row: RequestRow, reader: ReaderRole): Request {
  return kinds[row.kind].toRequest(row, reader)
}

/** Returns the request in the shape of its kind. Throws for a request of another kind. */
export function asKind<Kind extends RequestKind>(request: Request, kind: Kind): RequestOf<Kind> {
  if (!isOfKind(request, kind)) throw new Error(`request ${request.id} is a ${request.kind}, not a ${kind}`)
  return request
}

function isOfKind<Kind extends RequestKind>(request: Request, kind: Kind): request is RequestOf<Kind> {
  return request.kind === kind
}
