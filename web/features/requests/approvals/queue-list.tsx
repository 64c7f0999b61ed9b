import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import { useLetterKeys } from '../../../lib/letter-keys.ts'
import { LoadMore, type MoreState } from '../../../ui/load-more.tsx'
import { focusQueueRow, requestIdOf } from './queue-row.tsx'
import { QueueChunk, splitIntoChunks } from './queue-chunk.tsx'
import { findScrollContainer } from './find-scroll-container.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import type { ApprovalsState, Claims } from './use-approvals.ts'
import type { UnderWay } from './use-under-way.ts'
import type { Chosen } from './use-chosen.ts'

interface QueueListProps {
  queue: ApprovalsState['queue']
  label: string
  selectedId: string | undefined
  onSelect: (request: Request) => void
  /** Handles other keys for the focused row; returns true if the key did something. */
  onKey: (key: string, focused: Request | undefined) => boolean
  more: MoreState | null
  /** True if a filter or a search narrows the list. */
  isNarrowed: boolean
  claims: Claims
  underWay: ReadonlyMap<string, UnderWay>
  /** The requests that are chosen; undefined for an administrator who decides none. */
  chosen: Chosen | undefined
}

const steps: Partial<Record<string, number>> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }

/**
 * The list of pending requests. J and K, or the arrow keys, move on, and with Shift they choose. The keys of the rows bubble up
 * to the list, which knows their order. The list never moves under a pointer.
 */
export function QueueList({
  queue,
  label,
  selectedId,
  onSelect,
  onKey,
  more,
  isNarrowed,
  claims,
  underWay,
  chosen,
}: QueueListProps) {
  const { rows, goneIds, rowsRef, pointerProps, holdProps } = queue
  const { isOn } = useLetterKeys()
  const [wantedId, setWantedId] = useFocusWhenDrawn()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key.length === 1 && !isOn) return
    const step = steps[key] ?? 0
    if (step === 0) {
      // A key that is held down must not decide about the next focused request.
      if (event.repeat) return
      const focused = rows.find(({ id }) => id === requestIdOf(event.target))
      return void (onKey(key, focused) && event.preventDefault())
    }
    event.preventDefault()
    const next = rows[rows.findIndex(({ id }) => id === selectedId) + step]
    if (event.shiftKey) chosen?.add([selectedId, next?.id].filter((id) => id !== undefined))
    if (!next) return
    onSelect(next)
    if (!focusQueueRow(next.id)) setWantedId(next.id)
  }
  // The row for the Tab key: the chosen one, or the first.
  const stopId = rows.some(({ id }) => id === selectedId) ? selectedId : rows[0]?.id
  useQueueKeys(stopId, isOn, (key) => onKey(key, undefined))

  return (
    <div ref={rowsRef} {...pointerProps} {...holdProps} className="grid content-start">
      <div role="list" aria-label={label} onKeyDown={move}>
        {splitIntoChunks(rows).map(({ start, requests }) => (
          <QueueChunk
            key={start}
            start={start}
            requests={requests}
            count={rows.length}
            selectedId={requests.some(({ id }) => id === selectedId) ? selectedId : undefined}
            stopId={requests.some(({ id }) => id === stopId) ? stopId : undefined}
            isWanted={requests.some(({ id }) => id === wantedId)}
            goneIds={goneIds}
            extent={isNarrowed || more !== null ? 'part' : 'whole'}
            claims={claims}
            underWay={underWay}
            chosenIds={chosen?.ids}
            onToggle={chosen?.toggle}
            onSelect={onSelect}
          />
        ))}
      </div>
      <EndOfList rowCount={rows.length} more={more} />
    </div>
  )
}

function EndOfList({ rowCount, more }: { rowCount: number; more: MoreState | null }) {
  const end = useRef<HTMLDivElement>(null)
  useLoadAtEnd(end, rowCount, more)
  return (
    <div ref={end}>
      <LoadMore more={more} size="sm" className="p-2" />
    </div>
  )
}

/** Loads more when the end comes near, also after a page of a search that was empty. */
function useLoadAtEnd(end: RefObject<HTMLElement | null>, rowCount: number, more: MoreState | null) {
  const load = useEffectEvent(() => {
    if (more && !more.isLoading && !more.hasFailed) more.load()
  })
  const isLoading = more?.isLoading
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root: findScrollContainer(end.current),
      rootMargin: '600px 0px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, rowCount, isLoading])
}

/** Moves the focus to a row that is too far away to be drawn, once it has been drawn. */
function useFocusWhenDrawn() {
  const [wanted, setWanted] = useState<{ id: string }>()
  useEffect(() => void (wanted && focusQueueRow(wanted.id)), [wanted])
  return [wanted?.id, (id: string) => setWanted({ id })] as const
}
