import { memo, useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react'
import { formatCoins, formatUsd } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { Amount } from '../../../ui/amount.tsx'
import { cn } from '../../../ui/cn.ts'
import { LoadMore, type MoreState } from '../../../ui/load-more.tsx'
import { AgoText } from '../../../ui/time-text.tsx'
import { requesterOf } from '../request-look.ts'
import { useDeskKeys } from './desk-keys.ts'
import type { Queue } from './use-queue.ts'

interface QueueListProps {
  queue: Queue
  label: string
  selectedId: string | undefined
  onSelect: (request: Request) => void
  /** What other keys do while the focus is in the queue; tells whether the key did anything. */
  onKey: (key: string) => boolean
  more: MoreState | null
}

/** Pending requests to go through. J and K, or the arrows, move; the list itself never moves under a pointer. */
export function QueueList({ queue, label, selectedId, onSelect, onKey, more }: QueueListProps) {
  const { isOn } = useDeskKeys()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key.length === 1 && !isOn) return
    const step = key === 'j' || key === 'arrowdown' ? 1 : key === 'k' || key === 'arrowup' ? -1 : 0
    if (step === 0) return void (onKey(key) && event.preventDefault())
    event.preventDefault()
    const next = queue.rows[queue.rows.findIndex(({ id }) => id === selectedId) + step]
    if (!next) return
    onSelect(next)
    focusQueueRow(next.id)
  }
  const end = useRef<HTMLDivElement>(null)
  useLoadAtEnd(end, queue.rows.length, more)
  // One stop for the Tab key: the row that is looked at, or the first one.
  const stopId = queue.rows.some(({ id }) => id === selectedId) ? selectedId : queue.rows[0]?.id

  return (
    <div {...queue.holdProps} className="grid content-start">
      {/* The keys of the rows bubble up to their list, which knows their order. */}
      <ul aria-label={label} onKeyDown={move}>
        {queue.rows.map((request) => (
          <Row
            key={request.id}
            request={request}
            isSelected={request.id === selectedId}
            isStop={request.id === stopId}
            isGone={queue.goneIds.has(request.id)}
            onSelect={onSelect}
          />
        ))}
      </ul>
      <div ref={end}>
        <LoadMore more={more} size="sm" className="p-2" />
      </div>
    </div>
  )
}

/** Whoever scrolls to the end goes on reading. */
function useLoadAtEnd(end: RefObject<HTMLElement | null>, rowCount: number, more: MoreState | null) {
  const load = useEffectEvent(() => {
    if (more && !more.isLoading && !more.hasFailed) more.load()
  })
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, rowCount])
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
  isStop: boolean
  isGone: boolean
  onSelect: (request: Request) => void
}

/** Drawn anew only when it has changed, and laid out only where it can be seen: there may be a thousand. */
const Row = memo(function Row({ request, isSelected, isStop, isGone, onSelect }: RowProps) {
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_70px] [content-visibility:auto] last:border-b-0">
      <button
        id={rowId(request.id)}
        type="button"
        tabIndex={isStop ? undefined : -1}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onSelect(request)}
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
          <RowNote request={request} />
        </span>
        <Amount value={formatUsd(request.amount_usd)} className="font-semibold" />
      </button>
    </li>
  )
})

function RowNote({ request }: { request: Request }) {
  if (request.kind === 'transfer') {
    return <span className="block truncate text-sm text-ink-2">to {request.recipient_profile.full_name}</span>
  }
  if (request.kind !== 'buy' || request.payment_proof_id !== null) return null
  return <span className="block text-sm font-semibold text-bad">{emptyTexts.noSlip}</span>
}
