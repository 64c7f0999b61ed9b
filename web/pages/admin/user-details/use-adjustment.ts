import { useState } from 'react'
import { adjustBalance } from '../../../../contract/endpoints/adjustments.ts'
import { t } from '../../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { isKeyReused } from '../../../lib/attempt.ts'
import { call } from '../../../lib/api.ts'
import { queryClient, refetchTopics } from '../../../lib/query-client.ts'
import { useSession } from '../../../lib/session.ts'
import { usePersistedDraft } from '../../../lib/use-persisted-draft.ts'
import { useSubmission } from '../../../lib/use-submission.ts'
import { adjustmentDraft, type AdjustmentBody, type AdjustmentDraft } from './adjustment-draft.ts'

interface AdjustmentOptions {
  userId: string
  /** The name under which the typed values are kept. */
  draftKey: string
  /** Returns the body to send; null for values that cannot be sent. */
  toBody: (draft: AdjustmentDraft) => AdjustmentBody | null
  /** `waits`: the correction needs another owner, and nothing has been booked. */
  onDone: (outcome: { waits: boolean }) => void
}

/** A correction of a balance, from the draft to the books. */
export function useAdjustment({ userId, draftKey, toBody, onDone }: AdjustmentOptions) {
  const { user } = useSession()
  // The drafts belong to the account that opened the page, also in the moment between its sign-out and the next page.
  const [owner] = useState(user?.id ?? '')
  const { draft, change, drop } = usePersistedDraft({
    owner,
    name: draftKey,
    schema: adjustmentDraft,
    begin: (kept) => kept ?? { key: crypto.randomUUID(), attempt: null, direction: null, amount: '', reason: '' },
  })
  const body = toBody(draft)
  const { submit, isPending, error, reset, mayHaveArrived } = useSubmission({
    draft,
    change,
    body,
    send: (sent, key) => call(adjustBalance, { params: { userId }, body: sent }, { key }),
    onAccepted: ({ movement_id: movementId }) => {
      drop()
      onDone({ waits: movementId === undefined })
      refetchTopics(['wallet'])
    },
    onFailed: () => refetchTopics(['wallet']),
    mutationKey: keyOf(userId),
  })
  return {
    draft,
    body,
    change: (part: Partial<Pick<AdjustmentDraft, 'direction' | 'amount' | 'reason'>>) => {
      change(part)
      reset()
    },
    send: submit,
    isPending,
    mayHaveArrived,
    failure: error && !isNotConfirmed(error) ? failureText(error) : undefined,
  }
}

/** True while a correction of this person's balance is on its way. The dialog stays open until there is an answer. */
export function isAdjusting(userId: string): boolean {
  return queryClient.isMutating({ mutationKey: keyOf(userId) }) > 0
}

function keyOf(userId: string) {
  return [adjustBalance.id, userId]
}

function failureText(failure: Error): string {
  return isKeyReused(failure) ? earlierArrived : messageOf(failure)
}

const earlierArrived = t(
  'An earlier version of this adjustment has arrived already. Look at the transactions before you try again.',
)

/** The toasts after a correction: it is booked, or it waits for another owner. */
export const adjustmentToasts = {
  done: { title: t('Balance Adjusted'), description: t('It is on record with your name.') },
  waits: { title: t('Adjustment noted'), description: t('It waits for a second owner, or for its waiting time.') },
}
