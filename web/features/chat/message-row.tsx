import { memo } from 'react'
import { t } from '../../../contract/translate.ts'
import { richText } from '../../lib/rich-text.ts'
import { cn } from '../../ui/cn.ts'
import { formatClock, formatExactMoment } from '../../ui/format-time.ts'
import { DayText } from '../../ui/time-text.tsx'

interface MessageRowProps {
  content: string
  /** ISO text. */
  writtenAt: string
  speaker: string
  isOwn: boolean
  isSending: boolean
  isNewDay: boolean
  isNewSpeaker: boolean
}

/**
 * One message. Its text stays plain: nothing in it becomes a link or a picture. It renders again only when it changes.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { content, writtenAt, speaker, isOwn, isSending, isNewDay, isNewSpeaker } = props
  const at = new Date(writtenAt)
  return (
    <li className={cn('flex flex-col', isNewSpeaker ? 'pt-3' : 'pt-1', isOwn ? 'items-end' : 'items-start')}>
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
      <p
        dir="auto"
        className={cn(
          'max-w-[85%] rounded-3 px-3 py-2 wrap-anywhere whitespace-pre-wrap',
          isOwn ? 'rounded-ee-1 bg-brand-soft text-on-brand-soft' : 'rounded-es-1 bg-sunken text-ink dark:bg-raised',
        )}
      >
        {content}
      </p>
      {isSending && <p className="mt-0.5 text-xs text-ink-3">{t('Sending…')}</p>}
    </li>
  )
})
