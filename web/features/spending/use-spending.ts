import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api-error.ts'
import { usePersistedDraft } from '../../lib/use-persisted-draft.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { refusalText } from './refusal-text.ts'
import { useOutcomeToasts } from './use-outcome-toasts.ts'

/** The differences between a transfer and a withdrawal. */
export interface SpendingKind<Fields extends object, Body, Answer> {
  /** The name of the draft. */
  name: string
  fields: z.ZodMiniType<Fields>
  empty: Fields
  /** Returns the body to send; null for fields that cannot be sent. */
  toBody: (fields: Fields) => Body | null
  send: (body: Body, key: string) => Promise<Answer>
  /** Returns the part of the form that can correct a refusal. */
  placeOf: (error: ApiError) => string | undefined
  /** Returns the title of the toast about a refusal. */
  titleOf: (error: unknown) => string
  /** The title of the toast for a member who has left the page before the request was accepted. */
  acceptedTitle: string
}

interface Refusal {
  /** The part of the form that it is about, or `form`. */
  place: string
  title: string
  text: string
}

/** A draft that the member reviews and then sends. */
export function useSpending<Fields extends object, Body, Answer>(
  kind: SpendingKind<Fields, Body, Answer>,
  userId: string,
) {
  const schema = z.object({ key: z.string(), attempt: z.nullable(z.string()), fields: kind.fields })
  const { draft, change, drop } = usePersistedDraft({
    owner: userId,
    name: kind.name,
    schema,
    begin: (kept) => kept ?? { key: crypto.randomUUID(), attempt: null, fields: kind.empty },
  })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isReviewing, setIsReviewing] = useState(false)
  const { tellAccepted, holdRefusal, showRefusal, dismissRefusal } = useOutcomeToasts(kind.acceptedTitle)
  const body = kind.toBody(draft.fields)

  const refuse = (next: Refusal) => {
    setRefusal(next)
    holdRefusal({ title: next.title, description: next.text })
    setIsReviewing(false)
  }
  const { submit, isSending, isPending, submitted, mayHaveArrived } = useSubmission({
    draft,
    change,
    body,
    send: kind.send,
    onAccepted: () => {
      drop()
      setIsReviewing(false)
      tellAccepted()
    },
    onFailed: (error) => refuse(toRefusal(kind, error)),
  })

  return {
    fields: draft.fields,
    changeFields: (fields: Partial<Fields>) => {
      change((before) => ({ fields: { ...before.fields, ...fields } }))
      setRefusal(null)
    },
    /** Returns the server's refusal of the last attempt, for one part of the form. */
    refusalAt: (place: string) => (refusal?.place === place ? refusal.text : undefined),
    mayHaveArrived,
    isReviewing: isReviewing && body !== null,
    openReview: () => setIsReviewing(true),
    closeReview: () => !isSending() && setIsReviewing(false),
    /** Shows what could not be shown behind the review, once it has left the screen. Returns true after a refusal. */
    afterReview: showRefusal,
    submit: () => {
      if (isSending()) return
      dismissRefusal()
      setRefusal(null)
      submit()
    },
    /** Takes the member back to the part of the form that must be looked at again. Nothing has been sent. */
    refuse,
    isPending,
    submitted,
  }
}

function toRefusal(
  { placeOf, titleOf }: Pick<SpendingKind<object, unknown, unknown>, 'placeOf' | 'titleOf'>,
  error: unknown,
): Refusal {
  const place = (error instanceof ApiError && placeOf(error)) || 'form'
  return { place, title: titleOf(error), text: refusalText(error) }
}
