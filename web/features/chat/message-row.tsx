import { memo } from 'react'
import type { ChatFile } from '../../../contract/chat.ts'
import { t } from '../../../contract/translate.ts'
import { richText } from '../../lib/rich-text.ts'
import { cn } from '../../ui/cn.ts'
import { formatClock, formatExactMoment } from '../../ui/format-time.ts'
import { DayText } from '../../ui/time-text.tsx'
import type { ConversationSide } from './conversation-side.ts'
import { MessageFiles } from './message-files.tsx'
import { RequestCardFrame } from './request-card-frame.tsx'

interface MessageRowProps {
  side: ConversationSide
  /** Empty for a message of files alone. */
  content: string
  files: readonly ChatFile[]
  requestId: string | null
  /** ISO text. */
  writtenAt: string
  speaker: string
  isOwn: boolean
  isSending: boolean
  isNewDay: boolean
  isNewSpeaker: boolean
  /** True for the message that a link points at. */
  isFound: boolean
  onFollow: (() => void) | undefined
}

/**
 * One message, with the request that it is about, its text and its files. The text stays plain: nothing in it becomes a
 * link or a picture. It renders again only when it changes.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { side, content, files, requestId, writtenAt, speaker, isOwn, isSending, isNewDay, isNewSpeaker } = props
  const at = new Date(writtenAt)
  return (
    <li
      aria-current={props.isFound || undefined}
      className={cn(
        'flex flex-col rounded-3 aria-[current]:outline-2 aria-[current]:outline-offset-2 aria-[current]:outline-brand',
        isNewSpeaker ? 'pt-3' : 'pt-1',
        isOwn ? 'items-end' : 'items-start',
      )}
    >
      {isNewDay && (
        <p className="mb-2 self-center text-xs font-semibold text-ink-3">
          <DayText value={writtenAt} />
        </p>
      )}
      <p className={cn('mb-1 text-xs text-ink-3', !isNewSpeaker && 'sr-only')}>
        {richText('{speaker}, {time}', {
          speaker,
          time: (
            <time dateTime={writtenAt} title={formatExactMoment(at)}>
              {formatClock(at)}
            </time>
          ),
        })}
      </p>
      {requestId !== null && (
        <div className="mb-1 w-72 max-w-[85%]">
          <RequestCardFrame side={side} requestId={requestId} onFollow={props.onFollow} />
        </div>
      )}
      {content !== '' && (
        <p
          dir="auto"
          className={cn(
            'max-w-[85%] rounded-3 px-3 py-2 wrap-anywhere whitespace-pre-wrap',
            isOwn ? 'rounded-ee-1 bg-brand-soft text-on-brand-soft' : 'rounded-es-1 bg-sunken text-ink dark:bg-raised',
          )}
        >
          {content}
        </p>
      )}
      {files.length > 0 && <MessageFiles memberId={side.memberId} files={files} />}
      {isSending && <p className="mt-0.5 text-xs text-ink-3">{t('Sending…')}</p>}
    </li>
  )
})
