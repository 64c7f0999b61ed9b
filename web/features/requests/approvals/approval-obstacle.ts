import { errors } from '../../../../contract/errors.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import type { RequestReview } from './request-checks.ts'

/** Returns the id of the file that came with a request; null if there is none. */
export function fileOf(request: Request): string | null {
  if (request.kind === 'buy') return request.payment_proof_id
  return request.kind === 'withdrawal' ? request.attachment_id : null
}

/** Returns the reason why a request cannot be approved yet. The administrator must have seen its file first. */
export function approvalDelay(request: Request, seenFileIds: ReadonlySet<string>): string | undefined {
  const fileId = fileOf(request)
  if (fileId === null || seenFileIds.has(fileId)) return undefined
  return request.kind === 'buy'
    ? t('You can approve once the slip has been shown.')
    : t('You can approve once the attachment has been shown.')
}

/** Returns the reason why a request cannot be approved. The server would refuse it for the same reason. */
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
