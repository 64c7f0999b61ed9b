import { useMutation, type MutationKey } from '@tanstack/react-query'
import { useRef } from 'react'
import { attemptAfterFailure, type AttemptState } from './attempt.ts'

interface SubmissionOptions<Body, Answer> {
  /** The key of the draft and its last attempt. The draft must outlast a reload. */
  draft: AttemptState
  change: (part: Partial<AttemptState>) => void
  /** The values by which two calls are the same attempt; null for a draft that cannot be sent. */
  body: Body | null
  send: (body: Body, key: string) => Promise<Answer>
  onAccepted: (answer: Answer) => void
  onFailed?: (error: unknown) => void | Promise<void>
  mutationKey?: MutationKey
}

/**
 * Sends a call that moves money: once, however often the button is pressed. A call without an answer may have
 * arrived. It is remembered with its idempotency key, so that sending it again repeats the same call, which the server
 * counts once.
 */
export function useSubmission<Body, Answer>({ draft, body, send, ...options }: SubmissionOptions<Body, Answer>) {
  const { change, onAccepted, onFailed, mutationKey } = options
  const isSending = useRef(false)
  const { mutateAsync, isPending, data, error, reset } = useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: (call: { body: Body; key: string }) => send(call.body, call.key),
  })
  const attempt = body === null ? null : JSON.stringify(body)
  const submit = async () => {
    if (body === null || attempt === null || isSending.current || data) return
    isSending.current = true
    change({ attempt })
    try {
      const answer = await mutateAsync({ body, key: draft.key })
      onAccepted(answer)
    } catch (failure) {
      change(attemptAfterFailure(failure, attempt, draft.attempt))
      await onFailed?.(failure)
    } finally {
      isSending.current = false
    }
  }
  return {
    submit: () => void submit(),
    isSending: () => isSending.current,
    isPending,
    /** The answer to the accepted call. */
    submitted: data,
    error,
    /** Forgets the error, after the draft has changed. */
    reset,
    /** True if this very call was sent before and its outcome is unknown. It may then be repeated, even with another balance. */
    mayHaveArrived: attempt !== null && draft.attempt === attempt,
  }
}
