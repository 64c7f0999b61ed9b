import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { useConnection } from '../../lib/connection.ts'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { Composer } from './composer.tsx'
import { conversationQuery, noteReaderLeft, readNewest } from './conversation.ts'
import { MessageList, type SpeakerOf } from './message-list.tsx'
import { hasNewer, lastShown, type MessageWindow } from './message-window.ts'
import type { Enclosed, OutgoingMessage } from './outbox.ts'
import { outboxOf } from './outboxes.ts'
import type { ConversationSide } from './conversation-side.ts'
import { useEnclosing } from './use-enclosing.ts'

interface ConversationViewProps {
  side: ConversationSide
  speakerOf: SpeakerOf
  /** False for an administrator who only reads. */
  mayWrite?: boolean
  /** Shown while there are no messages. */
  empty: ReactNode
  /** The number of a message that a link points at. */
  foundNumber?: number | undefined
  /** Called when the reader leaves for the request that a message is about. */
  onFollow?: (() => void) | undefined
}

/** The messages and the box below them, for members and administrators. */
export function ConversationView(props: ConversationViewProps) {
  const { side, speakerOf, mayWrite = true, empty, foundNumber, onFollow } = props
  const { memberId } = side
  const read = useQuery(conversationQuery(memberId))
  const shown = read.data
  const outbox = outboxOf(side)
  const outgoing = useSyncExternalStore(outbox.subscribe, outbox.get)
  const connection = useConnection()
  const isMissing = read.isError && !shown
  useEffect(() => {
    if (isMissing) toast({ ...toasts.chatFailed, variant: 'destructive' })
  }, [isMissing])
  useEffect(() => () => noteReaderLeft(memberId), [memberId])

  const enclosing = useEnclosing(side)
  const send = (content: string, enclosed: Enclosed) => {
    outbox.send(content, enclosed)
    // The person sees a message they have just written at once, wherever they were reading.
    if (shown && hasNewer(shown)) void readNewest(memberId).catch(() => {})
  }
  return (
    <div {...(mayWrite && enclosing.dropProps)} className="relative flex min-h-0 flex-1 flex-col">
      {connection !== 'up' && (
        // On a phone, the chat covers the ticker that says this elsewhere.
        <p role="status" className="m-3 mb-0 text-sm text-bad sm:hidden">
          {connection === 'offline' ? t('You are offline.') : t('Connection lost. Trying again…')}
        </p>
      )}
      <ReadProblem reads={[read]} className="m-3 mb-0" />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {!shown && <div className="flex-1">{!isMissing && <MessageSkeletons />}</div>}
        {shown && (
          <MessageList
            side={side}
            window={shown}
            outgoing={messagesUnderWay(outgoing, shown)}
            empty={empty}
            speakerOf={speakerOf}
            foundNumber={foundNumber}
            onFollow={onFollow}
          />
        )}
      </div>
      {mayWrite && <Composer side={side} enclosing={enclosing} onSend={send} />}
      {enclosing.isDragged && <DropSign />}
    </div>
  )
}

/**
 * Returns the outgoing messages that do not stand among the others yet. They come after the newest message, so they
 * wait while that one is not shown.
 */
function messagesUnderWay(outgoing: readonly OutgoingMessage[], shown: MessageWindow): readonly OutgoingMessage[] {
  if (outgoing.length === 0 || hasNewer(shown)) return []
  const end = lastShown(shown)
  const arrived = new Set(shown.messages.map((message) => message.client_message_id))
  return outgoing.filter(({ clientId, stored }) => !arrived.has(clientId) && !(stored && stored.number <= end))
}

/** Covers the conversation while a file is dragged over it. Dropping still reaches the conversation. */
function DropSign() {
  return (
    <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-3 border-[1.5px] border-dashed border-brand bg-brand-soft p-4 text-center font-semibold text-on-brand-soft">
      {t('Drop the files to attach them')}
    </p>
  )
}

function MessageSkeletons() {
  return (
    <div role="status" aria-label={t('Loading')} className="grid gap-4 p-4">
      <Skeleton className="h-12 w-3/5 rounded-3" />
      <Skeleton className="h-16 w-2/3 justify-self-end rounded-3" />
      <Skeleton className="h-10 w-1/2 rounded-3" />
    </div>
  )
}
