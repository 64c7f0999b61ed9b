import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApprovalWarning } from '../../../../contract/approval-warnings.ts'
import { getRequestReview } from '../../../../contract/endpoints/request-review.ts'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import type { Request } from '../../../../contract/requests.ts'
import type { OutputOf } from '../../../../contract/typed-endpoints.ts'
import type { TransferName } from '../../../../contract/transfer-name.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { ApiError, isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { toast } from '../../../ui/toast.ts'
import { requesterOf } from '../request-display.ts'

export interface Decision {
  /** The idempotency key: a second try after a lost answer counts as the same decision. */
  key: string
  request: Request
  status: 'approved' | 'rejected'
  /** True if a key of the queue opened the dialog. Enter then confirms. */
  isByKey: boolean
  /** The transfers on chain that pay for it, and true if they are credited in part. */
  transfers: readonly TransferName[]
  isPart: boolean
}

/** The buttons of the page that decide are busy while a mutation with this key runs. */
export const decisionMutationKey = ['decide_request']

export interface Confirmation {
  notes: string
  acknowledged: readonly ApprovalWarning[]
  /** Why a buy is approved although its payment was used before. */
  reuseReason?: string | undefined
}

/** Sends one decision to the server, which judges it. */
export function sendDecision(
  { key, request, status, transfers, isPart }: Decision,
  { notes, acknowledged, reuseReason }: Confirmation,
): Promise<OutputOf<typeof decideRequest>> {
  const body = {
    status,
    admin_notes: notes,
    ...(acknowledged.length > 0 && { acknowledged: [...acknowledged] }),
    ...(status === 'approved' && transfers.length > 0 && { transfers: [...transfers] }),
    ...(status === 'approved' && isPart && { credit: 'part' as const }),
    ...(reuseReason !== undefined && { reuse_reason: reuseReason }),
    ...(request.kind === 'buy' && request.slip_revision > 0 && { slip_revision: request.slip_revision }),
  }
  const params = { userId: requesterOf(request).userId, requestId: request.id }
  return call(decideRequest, { params, body }, { key })
}

/** Sends a decision, and reports the result once its dialog is gone. */
export function useDecision(decision: Decision, close: () => void) {
  const { status } = decision
  const client = useQueryClient()
  // The outcome for the toast. The toast waits until the dialog is gone, as it could not be reached behind it.
  const outcome = useRef<'none' | 'done' | 'waits' | 'failed'>('none')
  const { mutate, isPending, error } = useMutation({
    mutationKey: decisionMutationKey,
    mutationFn: (confirmation: Confirmation) => sendDecision(decision, confirmation),
    onSuccess: (answer) => {
      // An approval that needs a second administrator leaves the request pending.
      outcome.current = answer.status === 'pending' ? 'waits' : 'done'
      if (answer.status === 'pending') refetchTopics(['requests'])
      close()
    },
    onError: (failure) => {
      outcome.current = isNotConfirmed(failure) ? 'none' : 'failed'
      // Something has changed since the page was read, such as a warning or a first approval. So the review is read again.
      if (failure instanceof ApiError && !isNotConfirmed(failure))
        void client.invalidateQueries({ queryKey: [getRequestReview.id] })
    },
  })
  const decide = (confirmation: Confirmation) => {
    // The second click of a double click comes before the button is drawn as busy.
    if (client.isMutating({ mutationKey: decisionMutationKey }) === 0) mutate(confirmation)
  }
  const isConflict = isRefused(error, 'already_processed')

  const afterClose = () => {
    if (outcome.current === 'done') toast(status === 'approved' ? toasts.requestApproved : toasts.requestRejected)
    if (outcome.current === 'waits') toast(toasts.approvalWaits)
    if (outcome.current === 'failed') {
      toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' })
    }
    return outcome.current === 'done' || isConflict
  }
  return { decide, isPending, error, isConflict, afterClose }
}

function isRefused(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code
}
