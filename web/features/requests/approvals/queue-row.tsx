import { memo } from 'react'
import { formatUsd } from '../../../../contract/money.ts'
import type { Claim } from '../../../../contract/desk-claims.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { AgoText } from '../../../ui/time-text.tsx'
import { OverdueBadge } from '../overdue-badge.tsx'
import { coinsText } from '../../../lib/coins-text.ts'
import { ClaimMark } from './claim-mark.tsx'
import { requesterOf } from '../request-display.ts'
import type { UnderWay } from './use-under-way.ts'
import { reviewOf } from './kinds/reviews.ts'

/** All pending requests, or a part: those that a filter or a search finds, or the first pages. */
export type QueueExtent = 'whole' | 'part'

interface RowProps {
  request: Request
  /** The place in the list from 1, and the length of the list. Undefined if all rows are drawn. */
  position: number | undefined
  count: number | undefined
  isSelected: boolean
  isStop: boolean
  isGone: boolean
  /** The part of the queue that the list has. A request that leaves a part of it may still be pending. */
  extent: QueueExtent
  /** The administrators who have to do with it. */
  claim: Claim | undefined
  /** A decision that was sent while its administrator went on. */
  underWay: UnderWay | undefined
  /** Undefined for an administrator who decides none. */
  isChosen: boolean | undefined
  onToggle: ((id: string) => void) | undefined
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
  extent,
  claim,
  underWay,
  isChosen,
  onToggle,
  onSelect,
}: RowProps) {
  const { QueueNote } = reviewOf(request)
  return (
    <div
      role="listitem"
      data-request={request.id}
      aria-posinset={position}
      aria-setsize={count}
      className={cn('flex items-stretch border-b border-line', isSelected ? selectedStyles : 'hover:bg-sunken')}
    >
      {isChosen !== undefined && (
        <ChoiceBox request={request} isChosen={isChosen} isGone={isGone} isStop={isStop} onToggle={onToggle} />
      )}
      <button
        id={queueRowId(request.id)}
        type="button"
        tabIndex={isStop ? undefined : -1}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onSelect(request)}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-3 py-3 pe-4 text-start focus-visible:-outline-offset-2',
          isChosen === undefined ? 'ps-4' : 'ps-2',
        )}
      >
        <span className="min-w-0 flex-1">
          <PersonName
            isCut
            className={cn('font-semibold', isGone && 'text-ink-2', isGone && extent === 'whole' && 'line-through')}
          >
            {requesterOf(request).full_name}
          </PersonName>
          <span className={cn('block text-sm', isSelected ? 'text-ink-2' : 'text-ink-3')}>
            <RowState request={request} underWay={underWay} isGone={isGone} extent={extent} />
            <span className="mono block">{request.number}</span>
          </span>
          <QueueNote request={request} />
          {/* The badge keeps its room, so that no row below moves under the pointer. */}
          <span className={cn(isGone && 'invisible')}>
            <OverdueBadge request={request} />
          </span>
        </span>
        <RowEnd request={request} claim={isGone ? undefined : claim} />
      </button>
    </div>
  )
})

const selectedStyles =
  'bg-brand-soft shadow-[inset_3px_0_0_var(--brand)] hover:bg-brand-soft rtl:shadow-[inset_-3px_0_0_var(--brand)]'

export function queueRowId(id: string): string {
  return `queue-${id}`
}

/** The worth, and who has to do with it. That stands beside the other lines, so that it moves no row. */
function RowEnd({ request, claim }: Pick<RowProps, 'request' | 'claim'>) {
  return (
    <span className="grid max-w-[45%] flex-none justify-items-end gap-1 self-start">
      <Amount value={formatUsd(request.amount_usd)} className="font-semibold" />
      <ClaimMark claim={claim} isShort className="max-w-full" />
    </span>
  )
}

function ChoiceBox({
  request,
  isChosen,
  isGone,
  isStop,
  onToggle,
}: Pick<RowProps, 'request' | 'isGone' | 'isStop' | 'onToggle'> & { isChosen: boolean }) {
  return (
    <Checkbox
      aria-label={t('Choose {name}, {number}', { name: requesterOf(request).full_name, number: request.number })}
      checked={isChosen}
      disabled={isGone}
      tabIndex={isStop ? undefined : -1}
      onChange={() => onToggle?.(request.id)}
      className="flex-none justify-center ps-4 pe-1 pt-3.5 pointer-coarse:min-w-11 pointer-coarse:pt-3"
    />
  )
}

function RowState({ request, underWay, isGone, extent }: Pick<RowProps, 'request' | 'underWay' | 'isGone' | 'extent'>) {
  if (isGone) return extent === 'whole' ? t('No longer pending') : t('No longer pending, or not in this part')
  if (underWay) return <UnderWayText underWay={underWay} />
  return (
    <>
      {coinsText(request.amount_coins)} · <AgoText value={request.created_at} />
    </>
  )
}

/** It stands in the place of the amount, so that no row moves. */
function UnderWayText({ underWay }: { underWay: UnderWay }) {
  return underWay.state === 'sending' ? (
    t('Being decided…')
  ) : (
    <span title={underWay.text} className="block truncate font-semibold text-bad">
      {t('Not decided: {reason}', { reason: underWay.text })}
    </span>
  )
}

/** Moves the focus to a row if it is drawn. Returns true if it was. */
export function focusQueueRow(id: string): boolean {
  const row = document.getElementById(queueRowId(id))
  row?.focus()
  return row !== null
}

/** Returns the id of the request with the row that has this element. */
export function requestIdOf(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-request]') : null
  return row?.dataset['request']
}
