import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getRequestReview } from '../../../../contract/endpoints/request-review.ts'
import type { Request } from '../../../../contract/requests.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { expectChange } from '../../../lib/events.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { toast } from '../../../ui/toast.ts'
import { kinds } from '../kinds/kinds.ts'
import { requesterOf } from '../request-display.ts'
import { sendDecision, type Confirmation, type Decision } from './use-decision.ts'

/** A decision that was sent while its administrator went on, and its failure. */
export type UnderWay = { decision: Decision } & ({ state: 'sending' } | { state: 'failed'; text: string })

const none: ReadonlyMap<string, UnderWay> = new Map()

interface UnderWayOptions {
  /** Takes a decided request out of the queue. */
  onDecided: (request: Request) => void
}

/**
 * Holds the decisions that are on their way while the administrator looks at the next request. None of them counts as made
 * before the server has said so. One that fails stays in the queue with its reason, and a message leads back to it.
 */
export function useUnderWay({ onDecided }: UnderWayOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [all, setAll] = useState(none)
  const set = (id: string, one: UnderWay | undefined) => {
    setAll((before) => {
      const next = new Map(before)
      if (one) next.set(id, one)
      else next.delete(id)
      return next
    })
  }
  const fail = (decision: Decision, error: unknown) => {
    const { request } = decision
    const text = messageOf(error)
    const isSettled = error instanceof ApiError && error.code === 'already_processed'
    set(request.id, isSettled ? undefined : { decision, state: 'failed', text })
    void client.invalidateQueries({ queryKey: [getRequestReview.id] })
    refetchTopics(['requests'])
    // The page may have been left meanwhile, so the way back leads through the address.
    const search = { request: request.id, member: requesterOf(request).userId }
    const goBack = () => void navigate({ to: kinds[request.kind].approvalsPath, search })
    const action = { label: t('Go back to it'), onClick: goBack }
    sayAfterDialogs({ title: failureTitles.update, description: text, variant: 'destructive', action })
  }
  const send = async (decision: Decision, confirmation: Confirmation) => {
    const { request, status } = decision
    set(request.id, { decision, state: 'sending' })
    expectChange()
    try {
      const answer = await sendDecision(decision, confirmation)
      set(request.id, undefined)
      if (answer.status === 'pending') {
        refetchTopics(['requests'])
        return sayAfterDialogs(toasts.approvalWaits)
      }
      onDecided(request)
      sayAfterDialogs(status === 'approved' ? toasts.requestApproved : toasts.requestRejected)
    } catch (error) {
      fail(decision, error)
    }
  }
  return {
    all,
    isSending: (id: string) => all.get(id)?.state === 'sending',
    /** The key of a decision that failed: the same decision once more has the same key, as the first may have arrived. */
    keyOf: (id: string, status: Decision['status']) => {
      const failed = all.get(id)?.decision
      return failed?.status === status ? failed.key : undefined
    },
    send,
  }
}

type Said = Parameters<typeof toast>[0]

/** A message could not be reached behind a dialog, so it waits until there is none. */
function sayAfterDialogs(said: Said): void {
  if (document.querySelector('[role=dialog], [role=alertdialog]') === null) return void toast(said)
  setTimeout(() => sayAfterDialogs(said), 250)
}
