import { memo } from 'react'
import { formatUsd } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { cn } from '../../../ui/cn.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { AgoText } from '../../../ui/time-text.tsx'
import { OverdueBadge } from '../overdue-badge.tsx'
import { coinsText } from '../../../lib/coins-text.ts'
import { requesterOf } from '../request-display.ts'
import { reviewOf } from './kinds/reviews.ts'

interface RowProps {
  request: Request
  /** The place in the list from 1, and the length of the list. Undefined if all rows are drawn. */
  position: number | undefined
  count: number | undefined
  isSelected: boolean
  isStop: boolean
  isGone: boolean
  onSelect: (request: Request) => void
}

/** One row. It renders only when it changes, as there may be many. */
export const QueueRow = memo(function QueueRow({
  request,
  position,
  count,
  isSelected,
  isStop,
  isGone,
  onSelect,
}: RowProps) {
  const { QueueNote } = reviewOf(request)
  return (
    <div role="listitem" aria-posinset={position} aria-setsize={count} className="border-b border-line">
      <button
        id={queueRowId(request.id)}
        type="button"
        tabIndex={isStop ? undefined : -1}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onSelect(request)}
        className={cn(
          'flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-sunken focus-visible:-outline-offset-2',
          isSelected && selectedStyles,
        )}
      >
        <span className="min-w-0 flex-1">
          <PersonName isCut className={cn('font-semibold', isGone && 'text-ink-2 line-through')}>
            {requesterOf(request).full_name}
          </PersonName>
          <span className={cn('block text-sm', isSelected ? 'text-ink-2' : 'text-ink-3')}>
            {isGone ? (
              t('No longer pending')
            ) : (
              <>
                {coinsText(request.amount_coins)} · <AgoText value={request.created_at} />
              </>
            )}
            <span className="mono block">{request.number}</span>
          </span>
          <QueueNote request={request} />
          {/* The badge keeps its room, so that no row below moves under the pointer. */}
          <span className={cn(isGone && 'invisible')}>
            <OverdueBadge request={request} />
          </span>
        </span>
        <Amount value={formatUsd(request.amount_usd)} className="font-semibold" />
      </button>
    </div>
  )
})

const selectedStyles =
  'bg-brand-soft shadow-[inset_3px_0_0_var(--brand)] hover:bg-brand-soft rtl:shadow-[inset_-3px_0_0_var(--brand)]'

export function queueRowId(id: string): string {
  return `queue-${id}`
}

/** Moves the focus to a row if it is drawn. Returns true if it was. */
export function focusQueueRow(id: string): boolean {
  const row = document.getElementById(queueRowId(id))
  row?.focus()
  return row !== null
}
