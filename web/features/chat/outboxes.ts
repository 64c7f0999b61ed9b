import { sendMessage, type ChatMessage } from '../../../contract/chat.ts'
import { toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { takeIn } from './conversation.ts'
import { createOutbox, type Outbox, type OutgoingMessage } from './outbox.ts'
import { draftKeyOf, outboxKeyOf, type Talk } from './talk.ts'

/** What a person has on its way. It goes on while the chat is closed, and after a reload from where it was. */
export function outboxOf(talk: Talk): Outbox {
  const { memberId, writerId } = talk
  const key = outboxKeyOf(talk)
  const known = outboxes.get(idOf(talk))
  if (known) return known
  const outbox: Outbox = createOutbox({
    deliver: (message) => deliver(talk, message, outbox.abandon),
    onStored: () => takeIn(memberId),
    onTakenBack: (text) => takeBack(talk, text),
    keep: (waiting) => (waiting.length === 0 ? dropDraft(writerId, key) : keepDraft(writerId, key, waiting)),
  })
  outboxes.set(idOf(talk), outbox)
  return outbox
}

/** Sends what a reload, or the end of a session, has left on its way. */
export function resumeSending(talk: Talk): void {
  const kept = readDraft(talk.writerId, outboxKeyOf(talk))
  if (Array.isArray(kept)) outboxOf(talk).resume(kept.filter(isOutgoing))
}

/** While the box is on the screen, what could not be sent goes back there. Returns how to stop that. */
export function takeBackInto(talk: Talk, box: (text: string) => void): () => void {
  const id = idOf(talk)
  boxes.set(id, box)
  return () => {
    if (boxes.get(id) === box) boxes.delete(id)
  }
}

/** What could not be sent stands before what has been typed since. */
export function joinDraft(takenBack: string, typed: string): string {
  return typed.trim() === '' ? takenBack : `${takenBack}\n${typed}`
}

function idOf({ memberId, writerId }: Talk): string {
  return `${writerId} ${memberId}`
}

const outboxes = new Map<string, Outbox>()
const boxes = new Map<string, (text: string) => void>()

/** How long to wait before each further attempt. */
const pausesMs = [400, 1200, 2400]
const longestPauseMs = 10_000

async function deliver(
  { memberId, writerId }: Talk,
  message: OutgoingMessage,
  abandon: () => void,
): Promise<ChatMessage> {
  const { clientId, content } = message
  for (let attempt = 0; ; attempt += 1) {
    try {
      // Nobody else's session may be used for it. Whoever was only away for too long finds it kept.
      if (!isSignedIn(writerId)) throw new Error('The person who wrote this has left.')
      const body = { client_message_id: clientId, content }
      return await call(sendMessage, { params: { userId: memberId }, body })
    } catch (error) {
      if (!isSignedIn(writerId) || (error instanceof ApiError && error.code === 'not_signed_in')) abandon()
      const pauseMs = pauseAfter(error, attempt)
      if (pauseMs === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Undefined where another attempt is of no use. After no answer the message may be stored: it is sent under the same id. */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  const pauseMs = pausesMs[attempt]
  if (!(error instanceof ApiError) || pauseMs === undefined) return undefined
  // A fault that the server itself reports seldom passes within seconds, so one more attempt has to do.
  if (error.code === 'internal_error' && !error.isWordless) return attempt === 0 ? pauseMs : undefined
  if (error.code === 'network' || error.status >= 500) return pauseMs
  const askedMs = (error.retryAfterSeconds ?? Infinity) * 1000
  return error.code === 'too_many_requests' && askedMs <= longestPauseMs ? askedMs : undefined
}

function isSignedIn(userId: string): boolean {
  return queryClient.getQueryData(sessionQuery.queryKey)?.session?.user.id === userId
}

function takeBack(talk: Talk, text: string): void {
  const box = boxes.get(idOf(talk))
  if (box) box(text)
  else {
    const key = draftKeyOf(talk)
    const typed = readDraft(talk.writerId, key)
    keepDraft(talk.writerId, key, joinDraft(text, typeof typed === 'string' ? typed : ''))
  }
  toast({ ...toasts.messageFailed, variant: 'destructive' })
}

function isOutgoing(value: unknown): value is OutgoingMessage {
  if (typeof value !== 'object' || value === null) return false
  const { clientId, content, writtenAt } = value as Partial<OutgoingMessage>
  return [clientId, content, writtenAt].every((part) => typeof part === 'string')
}
