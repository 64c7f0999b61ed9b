import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adjustBalance } from '../../../../contract/adjustments.ts'
import { t } from '../../../../contract/translate.ts'
import { ApiError, isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts.ts'
import { queryClient, refetchTopics } from '../../../lib/query-client.ts'
import { useSession } from '../../../lib/session.ts'
import { adjustmentDraft, type AdjustmentBody, type AdjustmentDraft } from './adjustment-draft.ts'

interface AdjustmentOptions {
  userId: string
  /** The key under which the typed values are kept. */
  draftKey: string
  onDone: () => void
}

/**
 * A correction of a balance, from the draft to the books. It is booked once, however often it is sent. A call without
 * an answer is repeated under the same key, also after a reload.
 */
export function useAdjustment({ userId, draftKey, onDone }: AdjustmentOptions) {
  const { draft, change, drop } = useKeptDraft(draftKey)
  const isSending = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationKey: keyOf(userId),
    mutationFn: (body: AdjustmentBody) => call(adjustBalance, { params: { userId }, body }, { key: draft.key }),
  })
  const send = async (body: AdjustmentBody) => {
    if (isSending.current) return
    isSending.current = true
    const { attempt: earlier } = draft
    change({ attempt: JSON.stringify(body) })
    try {
      await mutateAsync(body)
      drop()
      onDone()
    } catch (failure) {
      change(afterFailure(failure, earlier))
    } finally {
      isSending.current = false
      refetchTopics(['wallet'])
    }
  }
  return {
    draft,
    change: (part: Partial<Pick<AdjustmentDraft, 'direction' | 'amount' | 'reason'>>) => {
      change(part)
      reset()
    },
    send: (body: AdjustmentBody) => void send(body),
    isPending,
    /** True if this very call was made before and its outcome is unknown. */
    mayHaveArrived: (body: AdjustmentBody | null) => body !== null && draft.attempt === JSON.stringify(body),
    failure: error && !isNotConfirmed(error) ? wordsOf(error) : undefined,
  }
}

/** True while a correction of this person's balance is on its way. The dialog stays open until there is an answer. */
export function isAdjusting(userId: string): boolean {
  return queryClient.isMutating({ mutationKey: keyOf(userId) }) > 0
}

function keyOf(userId: string) {
  return [adjustBalance.id, userId]
}

function useKeptDraft(draftKey: string) {
  const { user } = useSession()
  // The drafts belong to the account that opened the page, also in the moment between its sign-out and the next page.
  const [owner] = useState(user?.id ?? '')
  const [draft, setDraft] = useState(() => adjustmentDraft.safeParse(readDraft(owner, draftKey)).data ?? begin())
  const change = (part: Partial<AdjustmentDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...part }
      keepDraft(owner, draftKey, next)
      return next
    })
  return { draft, change, drop: () => dropDraft(owner, draftKey) }
}

function begin(): AdjustmentDraft {
  return { key: crypto.randomUUID(), attempt: null, direction: null, amount: '', reason: '' }
}

/** Returns the key and the attempt after a failure. */
function afterFailure(failure: unknown, earlierAttempt: string | null): Partial<AdjustmentDraft> {
  if (isReused(failure)) return { key: crypto.randomUUID(), attempt: null }
  // This call was refused before it was read, so the outcome of an earlier attempt is as unknown as before.
  if (isNotConfirmed(failure)) return { attempt: earlierAttempt }
  // There is no answer, or one that does not tell the outcome of the call.
  if (!(failure instanceof ApiError) || failure.status === 0 || failure.status >= 500) return {}
  return { attempt: [401, 403, 429].includes(failure.status) ? earlierAttempt : null }
}

function wordsOf(failure: Error): string {
  return isReused(failure) ? earlierArrived : messageOf(failure)
}

function isReused(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'idempotency_key_reused'
}

const earlierArrived = t(
  'An earlier version of this adjustment has arrived already. Look at the transactions before you try again.',
)
