import type { KeyboardEvent } from 'react'
import { formatCoins, formatUsd } from '../../../contract/money.ts'
import type { Request } from '../../../contract/requests.ts'
import { emptyTexts } from '../../../contract/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { LoadMore, type MoreState } from '../../ui/load-more.tsx'
import { AgoText } from '../../ui/time-text.tsx'
import { requesterOf } from './request-look.ts'
import type { Queue } from './use-queue.ts'

interface QueueListProps {
  queue: Queue
  label: string
  selectedId: string | undefined
  onSelect: (id: string) => void
  /** What the letter keys do while the focus is in the queue. */
  onKey: (key: string) => void
  more: MoreState | null
}

/** Pending requests to go through. J and K, or the arrows, move; the list itself never moves under a pointer. */
export function QueueList({ queue, label, selectedId, onSelect, onKey, more }: QueueListProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    const step = key === 'j' || key === 'arrowdown' ? 1 : key === 'k' || key === 'arrowup' ? -1 : 0
    if (step === 0) return onKey(key)
    event.preventDefault()
    const next = queue.rows[queue.rows.findIndex(({ id }) => id === selectedId) + step]
    if (!next) return
    onSelect(next.id)
    focusQueueRow(next.id)
  }

  return (
    <div {...queue.holdProps} className="grid content-start">
      {/* The keys of the rows bubble up to their list, which knows their order. */}
      <ul aria-label={label} onKeyDown={move}>
        {queue.rows.map((request) => (
          <li key={request.id} className="border-b border-line last:border-b-0">
            <Row
              request={request}
              isSelected={request.id === selectedId}
              isGone={queue.goneIds.has(request.id)}
              onSelect={() => onSelect(request.id)}
            />
          </li>
        ))}
      </ul>
      {/* Below the rows: above them it would push them down. */}
      <div role="status" className="empty:hidden">
        {queue.newCount > 0 && (
          <Button size="sm" variant="quiet" onClick={queue.refresh} className="w-full rounded-none border-t-line">
            {queue.newCount} new
          </Button>
        )}
      </div>
      <LoadMore more={more} size="sm" className="p-2" />
    </div>
  )
}

/** Moves the focus to a row, where the list is on the screen. Tells whether it was. */
export function focusQueueRow(id: string): boolean {
  const row = document.getElementById(rowId(id))
  row?.focus()
  return row !== null
}

function rowId(id: string): string {
  return `queue-${id}`
}

interface RowProps {
  request: Request
  isSelected: boolean
  isGone: boolean
  onSelect: () => void
}

function Row({ request, isSelected, isGone, onSelect }: RowProps) {
  return (
    <button
      id={rowId(request.id)}
      type="button"
      aria-current={isSelected ? 'true' : undefined}
      onClick={onSelect}
      className={cn(
        'flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-sunken focus-visible:-outline-offset-2',
        isSelected && 'bg-brand-soft shadow-[inset_3px_0_0_var(--brand)] hover:bg-brand-soft',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className={cn('block truncate font-semibold', isGone && 'text-ink-2 line-through')}>
          {requesterOf(request).full_name}
        </span>
        <span className={cn('block text-sm', isSelected ? 'text-ink-2' : 'text-ink-3')}>
          {isGone ? (
            'No longer pending'
          ) : (
            <>
              {formatCoins(request.amount_coins)}&nbsp;ET · <AgoText value={request.created_at} />
            </>
          )}
        </span>
        {request.kind === 'buy' && request.payment_proof_id === null && (
          <span className="block text-sm font-semibold text-bad">{emptyTexts.noSlip}</span>
        )}
      </span>
      <Amount value={formatUsd(request.amount_usd)} className="font-semibold" />
    </button>
  )
}
