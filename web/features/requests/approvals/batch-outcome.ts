import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { ApiError, isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { decisionText } from '../request-display.ts'

/** The outcome of one decision of a batch. */
export interface Outcome {
  tone: 'ok' | 'bad' | 'wait' | 'neutral'
  text: string
  /** True if the request is decided, here or by another administrator. It leaves the queue. */
  isSettled: boolean
  /** True if the person has not confirmed it, and so wants to stop. */
  isStop?: boolean
  /** True if the same call can be sent again. */
  isRetryable: boolean
}

/** An approval must acknowledge something, or say more than a batch can. */
const needsLook: readonly string[] = [
  'warning_unread',
  'payment_used_before',
  'approval_differs',
  'reason_required',
  'payment_too_small',
  'slip_replaced',
] satisfies ErrorCode[]

/** The outcome of an accepted call. An approval that needs a second administrator leaves the request pending. */
export function outcomeOfAnswer({ status }: Pick<Request, 'status'>): Outcome {
  const done = { isSettled: true, isRetryable: false }
  if (status === 'pending') {
    return { ...done, tone: 'wait', text: t('Approved by you; it needs a second administrator'), isSettled: false }
  }
  return status === 'approved'
    ? { ...done, tone: 'ok', text: t('Approved') }
    : { ...done, tone: 'bad', text: t('Rejected') }
}

/** The outcome of a refused or failed call. `now` is the request as another administrator has decided it. */
export function outcomeOfFailure(error: unknown, now?: Request): Outcome {
  const failed = { tone: 'bad', isSettled: false, isRetryable: false } as const
  if (isNotConfirmed(error))
    return { ...failed, tone: 'wait', text: t('Not confirmed, so not decided'), isRetryable: true }
  if (!(error instanceof ApiError)) return { ...failed, text: messageOf(error), isRetryable: true }
  if (error.code === 'already_processed') {
    const text = now
      ? t('Already decided: {decision}', { decision: decisionText(now, now.decided_by_name) })
      : messageOf(error)
    return { ...failed, tone: 'neutral', text, isSettled: true }
  }
  if (needsLook.includes(error.code)) {
    return { ...failed, tone: 'wait', text: t('Needs a look of its own: {reason}', { reason: messageOf(error) }) }
  }
  const isRetryable = error.code === 'network' || error.code === 'too_many_requests' || error.status >= 500
  return { ...failed, text: messageOf(error), isRetryable }
}
