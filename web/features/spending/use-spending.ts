import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { fallbackTexts, followRequestText } from '../../../contract/texts.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { afterFailure, isReused } from '../../lib/attempt.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { useIsGone } from '../../lib/use-is-gone.ts'
import { dismissToast, toast } from '../../ui/toast.ts'

/** The differences between a transfer and a withdrawal. */
export interface SpendingKind<Fields extends object, Body, Answer> {
  /** The name of the draft. */
  name: string
  fields: z.ZodMiniType<Fields>
  empty: Fields
  /** Returns the body to send; null for fields that cannot be sent. */
  toBody: (fields: Fields) => Body | null
  send: (body: Body, key: string) => Promise<Answer>
  /** Returns the part of the form that can mend a refusal. */
  placeOf: (error: ApiError) => string | undefined
  /** Returns the title of the toast about a refusal. */
  titleOf: (error: unknown) => string
  /** The title of the toast about an accepted request, for a person who has left the page meanwhile. */
  acceptedTitle: string
}

interface Refusal {
  /** The part of the form that the refusal is about, or `form`. */
  place: string
  title: string
  text: string
}

/**
 * Holds a draft that is reviewed and then sent. It survives a reload together with its idempotency key. So a call with
 * a lost answer is repeated as the same call, which counts once.
 */
export function useSpending<Fields extends object, Body, Answer>(
  kind: SpendingKind<Fields, Body, Answer>,
  userId: string,
) {
  const { draft, change, drop } = useKeptDraft(kind, userId)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isReviewing, setIsReviewing] = useState(false)
  const isSending = useRef(false)
  const isGone = useIsGone()
  const { announce, announceRefusal, dismissRefusal } = useRefusalToast()
  const submission = useMutation({ mutationFn: ({ body, key }: Call<Body>) => kind.send(body, key) })
  const body = kind.toBody(draft.fields)

  const refuse = ({ place, title, text }: Refusal) => {
    setRefusal({ place, title, text })
    announce({ title, description: text })
    setIsReviewing(false)
    if (isGone()) announceRefusal()
  }
  const submit = async () => {
    if (body === null || isSending.current || submission.data) return
    isSending.current = true
    dismissRefusal()
    setRefusal(null)
    const attempt = JSON.stringify(body)
    change({ attempt })
    try {
      await submission.mutateAsync({ body, key: draft.key })
      drop()
      setIsReviewing(false)
      if (isGone()) toast({ title: kind.acceptedTitle, description: followRequestText })
      // The screen that replaces the form starts at its heading.
      else window.scrollTo({ top: 0 })
    } catch (error) {
      change(afterFailure(error, attempt, draft.attempt))
      refuse(toRefusal(kind, error))
    } finally {
      isSending.current = false
    }
  }

  return {
    fields: draft.fields,
    changeFields: (fields: Partial<Fields>) => {
      change((before) => ({ fields: { ...before.fields, ...fields } }))
      setRefusal(null)
    },
    /** Returns the server's refusal of the last attempt, for one part of the form. */
    refusalAt: (place: string) => (refusal?.place === place ? refusal.text : undefined),
    /** True if this very call was made before and may have arrived. It may be repeated with any balance. */
    mayHaveArrived: body !== null && draft.attempt === JSON.stringify(body),
    isReviewing: isReviewing && body !== null,
    openReview: () => setIsReviewing(true),
    closeReview: () => !isSending.current && setIsReviewing(false),
    /** Called when the review is gone from the screen. Shows the waiting toast; returns true after a refusal. */
    afterReview: announceRefusal,
    submit: () => void submit(),
    /** Leads the person back to the part of the form that needs another look. Nothing has been sent. */
    refuse,
    isPending: submission.isPending,
    submitted: submission.data,
  }
}

interface Call<Body> {
  body: Body
  key: string
}

function useKeptDraft<Fields extends object>(
  { name, fields, empty }: Pick<SpendingKind<Fields, unknown, unknown>, 'name' | 'fields' | 'empty'>,
  userId: string,
) {
  const begin = () => ({ key: crypto.randomUUID() as string, attempt: null as string | null, fields: empty })
  const [draft, setDraft] = useState(() => {
    const shape = z.object({ key: z.string(), attempt: z.nullable(z.string()), fields })
    return shape.safeParse(readDraft(userId, name)).data ?? begin()
  })
  const change = (part: Partial<typeof draft> | ((before: typeof draft) => Partial<typeof draft>)) =>
    setDraft((before) => {
      const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
      keepDraft(userId, name, next)
      return next
    })
  return { draft, change, drop: () => dropDraft(userId, name) }
}

/**
 * Holds the toast about a refusal. A toast cannot be reached behind an open dialog, so it waits until the review is
 * gone.
 */
function useRefusalToast() {
  const waiting = useRef<{ title: string; description: string }>(null)
  const shown = useRef(0)
  return {
    announce: (text: { title: string; description: string }) => {
      waiting.current = text
    },
    announceRefusal: () => {
      if (!waiting.current) return false
      shown.current = toast({ ...waiting.current, variant: 'destructive' })
      waiting.current = null
      return true
    },
    dismissRefusal: () => dismissToast(shown.current),
  }
}

function toRefusal(
  { placeOf, titleOf }: Pick<SpendingKind<object, unknown, unknown>, 'placeOf' | 'titleOf'>,
  error: unknown,
): Refusal {
  const place = (error instanceof ApiError && placeOf(error)) || 'form'
  return { place, title: titleOf(error), text: wordsOf(error) }
}

function wordsOf(error: unknown): string {
  if (isReused(error)) return fallbackTexts.earlierArrived
  // Only the uploaded file can be missing.
  return error instanceof ApiError && error.code === 'not_found' ? fallbackTexts.fileGone : messageOf(error)
}
