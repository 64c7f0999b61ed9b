import type { RequestKind, RequestOf } from '../../../../../contract/requests.ts'
import { buyReview } from './buy.tsx'
import type { KindReview } from './kind-review.ts'
import { transferReview } from './transfer.tsx'
import { withdrawalReview } from './withdrawal.tsx'

export const reviews: { [Kind in RequestKind]: KindReview<RequestOf<Kind>> } = {
  buy: buyReview,
  withdrawal: withdrawalReview,
  transfer: transferReview,
}

/** The facts of a request's kind, ready to be asked about this request. */
export function reviewOf<Kind extends RequestKind>(request: RequestOf<Kind>): KindReview<RequestOf<Kind>> {
  return reviews[request.kind]
}
