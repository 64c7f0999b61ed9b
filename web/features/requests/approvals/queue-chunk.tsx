import { memo, useEffect, useRef, useState, type RefObject } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import { QueueRow, type QueueExtent } from './queue-row.tsx'
import type { Claims } from './use-approvals.ts'
import type { UnderWay } from './use-under-way.ts'
import { findScrollContainer } from './find-scroll-container.ts'

/** Enough rows that few chunks have to be watched, and few enough that drawing one is quick. */
const chunkLength = 20
/** A list up to this length is drawn completely, so that the browser's own search finds everything. */
const wholeMax = 200
/** Chunks within this distance of the visible part are drawn, so that no reader scrolls into a gap. */
const nearness = '800px'
const rowHeightGuess = 71

export interface Chunk {
  /** The place of its first request in the list, from 0. */
  start: number
  requests: readonly Request[]
}

export function splitIntoChunks(rows: readonly Request[]): Chunk[] {
  return Array.from({ length: Math.ceil(rows.length / chunkLength) }, (_, index) => {
    const start = index * chunkLength
    return { start, requests: rows.slice(start, start + chunkLength) }
  })
}

interface QueueChunkProps extends Chunk {
  /** The length of the whole list. */
  count: number
  /** Each is set only if it is one of these requests. */
  selectedId: string | undefined
  stopId: string | undefined
  /** True if one of its rows is about to get the focus. */
  isWanted: boolean
  goneIds: ReadonlySet<string>
  extent: QueueExtent
  claims: Claims
  underWay: ReadonlyMap<string, UnderWay>
  /** Undefined for an administrator who decides none. */
  chosenIds: ReadonlySet<string> | undefined
  onToggle: ((id: string) => void) | undefined
  onSelect: (request: Request) => void
}

/** Some rows of a long list. While they are far away, they are not drawn and only keep their room. */
export const QueueChunk = memo(
  function QueueChunk(props: QueueChunkProps) {
    const {
      start,
      requests,
      count,
      selectedId,
      stopId,
      isWanted,
      goneIds,
      extent,
      claims,
      underWay,
      chosenIds,
      onToggle,
      onSelect,
    } = props
    const frame = useRef<HTMLDivElement>(null)
    const isLong = count > wholeMax
    const isNear = useNearness(frame, isLong)
    const isDrawn = !isLong || isNear.value || selectedId !== undefined || isWanted
    return (
      <div
        ref={frame}
        role="presentation"
        style={isDrawn ? undefined : { height: isNear.height ?? requests.length * rowHeightGuess }}
      >
        {isDrawn &&
          requests.map((request, index) => (
            <QueueRow
              key={request.id}
              request={request}
              position={isLong ? start + index + 1 : undefined}
              count={isLong ? count : undefined}
              isSelected={request.id === selectedId}
              isStop={request.id === stopId}
              isGone={goneIds.has(request.id)}
              extent={extent}
              claim={claims.get(request.id)}
              underWay={underWay.get(request.id)}
              isChosen={chosenIds?.has(request.id)}
              onToggle={onToggle}
              onSelect={onSelect}
            />
          ))}
      </div>
    )
  },
  (before, after) =>
    hasSame(before.requests, after.requests) &&
    before.requests.every(({ id }) => hasSameMarks(id, before, after)) &&
    shallowKeys.every((key) => before[key] === after[key]),
)

const shallowKeys = ['start', 'count', 'selectedId', 'stopId', 'isWanted', 'extent', 'onSelect', 'onToggle'] as const

function hasSameMarks(id: string, before: QueueChunkProps, after: QueueChunkProps): boolean {
  return (
    before.goneIds.has(id) === after.goneIds.has(id) &&
    before.chosenIds?.has(id) === after.chosenIds?.has(id) &&
    before.claims.get(id) === after.claims.get(id) &&
    before.underWay.get(id) === after.underWay.get(id)
  )
}

function hasSame(before: readonly Request[], after: readonly Request[]): boolean {
  return before.length === after.length && before.every((request, index) => request === after[index])
}

/** Tells if an element is near the visible part, and its height when it last was. */
function useNearness(frame: RefObject<HTMLDivElement | null>, isWatched: boolean) {
  const [near, setNear] = useState<{ value: boolean; height: number | undefined }>({ value: false, height: undefined })
  useEffect(() => {
    if (!isWatched || !frame.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const { isIntersecting: value, boundingClientRect } = entry
        setNear((before) => (before.value === value ? before : { value, height: boundingClientRect.height }))
      },
      { root: findScrollContainer(frame.current), rootMargin: `${nearness} 0px` },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, isWatched])
  return near
}
