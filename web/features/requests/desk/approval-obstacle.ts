import { errors } from '../../../../contract/errors.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import type { RequestReview } from './request-checks.ts'

/** Why a request cannot be approved, in words; the server would refuse it for the same reason. */
export function approvalObstacle(request: Request, review: RequestReview | undefined): string | undefined {
  if (request.kind === 'buy' && request.payment_proof_id === null) {
    return t('No Slip Attached: this request can only be rejected.')
  }
  const recipient = review?.effects.find(({ role }) => role === 'recipient')
  if (request.kind === 'transfer' && recipient && recipient.status !== 'Active') {
    return errors.recipient_not_active.message
  }
  return undefined
}
