import { useMutation } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { t, tc } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readNewer, readNewest, readOlder, setIsAtEnd } from './conversation.ts'
import { messageText } from './file-kind-text.ts'
import { messageHeading } from './message-groups.ts'
import { MessageRow } from './message-row.tsx'
import { hasNewer, hasOlder, lastShown, type MessageWindow } from './message-window.ts'
import type { OutgoingMessage } from './outbox.ts'
import type { ConversationSide } from './conversation-side.ts'
import { useScrollToFound, useSeeking } from './use-found-message.ts'
import { scrollToEnd, useScrollAnchor } from './use-scroll-anchor.ts'

/** The speaker of a message as the reader knows them. `isOwn` is true for the reader's side. */
export interface Speaker {
  speaker: string
  isOwn: boolean
}
export type SpeakerOf = (message: ChatMessage) => Speaker

interface MessageListProps {
  side: ConversationSide
  window: MessageWindow
  /** The messages that have been written and do not stand among the others yet. */
  outgoing: readonly OutgoingMessage[]
  /** Shown while there are no messages. */
  empty: ReactNode
  speakerOf: SpeakerOf
  /** The number of a message that a link points at. */
  foundNumber: number | undefined
  /** Called when the reader leaves for the request that a message is about. */
  onFollow: (() => void) | undefined
}

/** The messages in the order of writing. Scrolling up loads older ones, and the place of the reader stays. */
export function MessageList(props: MessageListProps) {
  const { side, window, outgoing, empty, speakerOf, foundNumber, onFollow } = props
  const userId = side.memberId
  const box = useRef<HTMLDivElement>(null)
  const older = useMutation({ mutationFn: () => readOlder(userId) })
  const newer = useMutation({ mutationFn: () => readNewer(userId) })
  const isAtRest = !older.isPending && !newer.isPending
  // A reader at the end receives newer messages by themselves. A reader further up loads them by scrolling.
  const endsEarly = hasNewer(window) && !window.isAtEnd
  const { isSeeking, isMissing, settle } = useSeeking(userId, foundNumber)
  useScrollAnchor(box, {
    contents: window.messages,
    ownCount: outgoing.length,
    isAtEnd: window.isAtEnd && !isSeeking,
    onNearStart: () => hasOlder(window) && isAtRest && !older.isError && older.mutate(),
    onNearEnd: () => endsEarly && isAtRest && !newer.isError && newer.mutate(),
    onFollow: (isEnd) => setIsAtEnd(userId, isEnd && !endsEarly),
  })
  useScrollToFound(box, { window, foundNumber, settle })
  const isEmpty = window.messages.length === 0 && outgoing.length === 0
  return (
    <>
      <div role="status" className="empty:hidden">
        {isMissing && (
          <Notice tone="warn" className="m-3 mb-0">
            {t('The message that the link leads to does not exist.')}
          </Notice>
        )}
      </div>
      <div
        ref={box}
        role="log"
        aria-label={t('Messages')}
        // The line below reads new messages out. A live log would also read out the older ones that the reader scrolls
        // up to.
        aria-live="off"
        tabIndex={0}
        className="relative flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 py-3 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {isEmpty && empty}
        {hasOlder(window) && <PagingRow read={older}>{t('Show older messages')}</PagingRow>}
        <ol className="mt-auto">
          {toRows(window, outgoing, speakerOf).map(({ key, number, ...row }, index, rows) => (
            <MessageRow
              key={key}
              side={side}
              isFound={number !== undefined && number === foundNumber}
              onFollow={onFollow}
              {...row}
              {...messageHeading(row, rows[index - 1])}
            />
          ))}
        </ol>
        {endsEarly && <PagingRow read={newer}>{t('Show newer messages')}</PagingRow>}
      </div>
      <ScrollToEnd userId={userId} window={window} toEnd={() => box.current && scrollToEnd(box.current)} />
      <IncomingMessage key={window.restarts} window={window} readerId={side.writerId} speakerOf={speakerOf} />
    </>
  )
}

function toRows(window: MessageWindow, outgoing: readonly OutgoingMessage[], speakerOf: SpeakerOf) {
  return [
    ...window.messages.map((message) => ({
      key: message.client_message_id ?? message.id,
      number: message.number,
      content: message.content,
      files: message.files,
      requestId: message.request_id,
      writtenAt: message.created_at,
      ...speakerOf(message),
      isSending: false,
    })),
    ...outgoing.map(({ clientId, content, files, requestId, writtenAt, stored }) => ({
      key: clientId,
      number: undefined,
      content,
      files,
      requestId,
      writtenAt,
      ...ownSpeaker,
      isSending: stored === undefined,
    })),
  ]
}

/** The speaker of the reader's own messages. */
export const ownSpeaker: Speaker = { speaker: tc('who writes in the chat', 'You'), isOwn: true }

interface PagingRowProps {
  read: { isPending: boolean; isError: boolean; mutate: () => void }
  children: string
}

/**
 * A button that loads more messages. Near the edge they load by themselves; the button is for people who do not scroll,
 * and for another try.
 */
function PagingRow({ read: { isPending, isError, mutate }, children }: PagingRowProps) {
  return (
    <div className="flex h-touch flex-none items-center justify-center">
      <Button variant="quiet" size="sm" busy={isPending} onClick={() => mutate()}>
        {isError ? t('This could not be loaded. Try again') : children}
      </Button>
    </div>
  )
}

interface WayToEndProps {
  userId: string
  window: MessageWindow
  toEnd: () => void
}

/** A button to the end, for a reader further up. It shows if there are new messages, or if the end is far away. */
function ScrollToEnd({ userId, window, toEnd }: WayToEndProps) {
  const newest = useMutation({ mutationFn: () => readNewest(userId) })
  // Messages are new if they arrived after the reader left the end.
  const [seen, setSeen] = useState(window.lastNumber)
  if (window.isAtEnd && seen !== window.lastNumber) setSeen(window.lastNumber)
  const isNew = seen < window.lastNumber
  if (window.isAtEnd || (!isNew && !hasNewer(window))) return null
  return (
    <Button
      size="sm"
      busy={newest.isPending}
      onClick={() => (hasNewer(window) ? newest.mutate() : toEnd())}
      className="absolute inset-x-0 bottom-3 mx-auto w-fit rounded-full shadow-2"
    >
      <ArrowDown aria-hidden="true" />
      {isNew ? t('New messages') : t('Latest messages')}
    </Button>
  )
}

interface IncomingMessageProps {
  window: MessageWindow
  readerId: string
  speakerOf: SpeakerOf
}

/** Reads out the messages of others while the chat is open. */
function IncomingMessage({ window, readerId, speakerOf }: IncomingMessageProps) {
  const [from] = useState(() => lastShown(window))
  const message = window.messages.findLast(({ number, sender_id: senderId }) => number > from && senderId !== readerId)
  return (
    <p role="status" className="sr-only">
      {message && t('{speaker}: {message}', { speaker: speakerOf(message).speaker, message: messageText(message) })}
    </p>
  )
}
