import { sendMessage } from '../../../contract/endpoints/chat.ts'
import type { ChatMessage } from '../../../contract/chat.ts'
import { toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { addStoredMessage } from './conversation.ts'
import { enclosuresOf } from './enclosures.ts'
import { createOutbox, nothingEnclosed, type Enclosed, type Outbox, type OutgoingMessage } from './outbox.ts'
import { draftKeyOf, outboxKeyOf, type ConversationSide } from './conversation-side.ts'

/** Returns the outbox of a person. It works while the chat is closed, and continues after a reload. */
export function outboxOf(side: ConversationSide): Outbox {
  const { memberId, writerId } = side
  const key = outboxKeyOf(side)
  const known = outboxes.get(idOf(side))
  if (known) return known
  const outbox: Outbox = createOutbox({
    deliver: (message) => deliver(side, message, outbox.abandon),
    onStored: () => addStoredMessage(memberId),
    onTakenBack: (text, enclosed, failure) => takeBack(side, text, enclosed, failure),
    keep: (waiting) => (waiting.length === 0 ? dropDraft(writerId, key) : keepDraft(writerId, key, waiting)),
  })
  outboxes.set(idOf(side), outbox)
  return outbox
}

/** Sends the messages that a reload or the end of a session has left unsent. */
export function resumeSending(side: ConversationSide): void {
  const kept = readDraft(side.writerId, outboxKeyOf(side))
  // A message that an earlier version of this page kept encloses nothing.
  if (Array.isArray(kept))
    outboxOf(side).resume(kept.filter(isOutgoing).map((message) => ({ ...nothingEnclosed, ...message })))
}

/** While the box is on the screen, returns unsent messages to it. Returns a function that stops this. */
export function returnUnsentTo(side: ConversationSide, box: (text: string) => void): () => void {
  const id = idOf(side)
  boxes.set(id, box)
  return () => {
    if (boxes.get(id) === box) boxes.delete(id)
  }
}

/** Puts the unsent messages before the text that has been typed since. */
export function prependUnsent(takenBack: string, typed: string): string {
  if (takenBack === '') return typed
  return typed.trim() === '' ? takenBack : `${takenBack}\n${typed}`
}

function idOf({ memberId, writerId }: ConversationSide): string {
  return `${writerId} ${memberId}`
}

const outboxes = new Map<string, Outbox>()
const boxes = new Map<string, (text: string) => void>()

/** The waits before the second and later attempts. */
const pausesMs = [400, 1200, 2400]
const longestPauseMs = 10_000

async function deliver(
  { memberId, writerId }: ConversationSide,
  message: OutgoingMessage,
  abandon: () => void,
): Promise<ChatMessage> {
  const { clientId, content, files, requestId } = message
  for (let attempt = 0; ; attempt += 1) {
    try {
      // A message may not be sent in the session of another person. A writer who was signed out for inactivity finds it
      // kept.
      if (!isSignedIn(writerId)) throw new Error('The person who wrote this has left.')
      const body = {
        client_message_id: clientId,
        content,
        ...(files.length > 0 && { files: files.map(({ id, name }) => ({ id, name })) }),
        ...(requestId !== null && { request_id: requestId }),
      }
      return await call(sendMessage, { params: { userId: memberId }, body })
    } catch (error) {
      if (!isSignedIn(writerId) || (error instanceof ApiError && error.code === 'not_signed_in')) abandon()
      const pauseMs = pauseAfter(error, attempt)
      if (pauseMs === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/**
 * Returns the wait before the next attempt; undefined if another attempt is useless. Without an answer the message may
 * be stored, so it is sent again under the same id.
 */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  const pauseMs = pausesMs[attempt]
  if (!(error instanceof ApiError) || pauseMs === undefined) return undefined
  // A failure that the server itself reports seldom passes within seconds, so it gets one more attempt only.
  if (error.code === 'internal_error' && !error.isWithoutMessage) return attempt === 0 ? pauseMs : undefined
  if (error.code === 'network' || error.status >= 500) return pauseMs
  const askedMs = (error.retryAfterSeconds ?? Infinity) * 1000
  return error.code === 'too_many_requests' && askedMs <= longestPauseMs ? askedMs : undefined
}

function isSignedIn(userId: string): boolean {
  return queryClient.getQueryData(sessionQuery.queryKey)?.session?.user.id === userId
}

function takeBack(side: ConversationSide, text: string, enclosed: Enclosed, failure: unknown): void {
  const isGone = failure instanceof ApiError && failure.code === 'chat_file_gone'
  enclosuresOf(side).putBack(enclosed, { isGone })
  const box = boxes.get(idOf(side))
  if (box) box(text)
  else {
    const key = draftKeyOf(side)
    const typed = readDraft(side.writerId, key)
    keepDraft(side.writerId, key, prependUnsent(text, typeof typed === 'string' ? typed : ''))
  }
  toast({ ...toasts.messageFailed, ...(isGone && { description: failure.message }), variant: 'destructive' })
}

function isOutgoing(value: unknown): value is OutgoingMessage {
  if (typeof value !== 'object' || value === null) return false
  const { clientId, content, writtenAt } = value as Partial<OutgoingMessage>
  return [clientId, content, writtenAt].every((part) => typeof part === 'string')
}
