import type { PointerEvent, ReactNode } from 'react'
import { cn } from './cn.ts'

interface ChartFrameProps {
  /** What is chosen, for screen readers: "Day". */
  name: string
  count: number
  /** Null while nothing is pointed at. */
  chosen: number | null
  onChoose: (index: number | null) => void
  /** Which one a place is, from 0 at the start to 1 at the end. */
  indexAt: (share: number) => number
  /** Read out while the arrow keys move along. */
  textOf: (index: number) => string
  /** Chooses the last one as soon as the keyboard comes in, where nothing chosen means all of them. */
  isChosenOnFocus?: boolean | undefined
  className?: string | undefined
  /** The drawing, which fills the frame. */
  children: ReactNode
}

/** What every chart over time has: the pointer, a finger or the arrow keys choose one of its points or bars. */
export function ChartFrame({ name, count, chosen, onChoose, indexAt, textOf, ...props }: ChartFrameProps) {
  const last = count - 1
  const value = Math.min(chosen ?? last, last)
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onChoose(indexAt((clientX - left) / width))
  }
  return (
    // Time runs to the right in every script.
    <div dir="ltr" className={frameStyles}>
      <div
        className={cn('relative flex-1 touch-pan-y', props.className)}
        onPointerMove={follow}
        onPointerDown={follow}
        // A finger that is lifted leaves what it pointed at to be read.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onChoose(null)}
      >
        {props.children}
        {/* Never seen: it gives the arrow keys, Home and End, and screen readers a way along the chart. */}
        <input
          type="range"
          aria-label={name}
          min={0}
          max={last}
          value={value}
          aria-valuetext={textOf(value)}
          onChange={({ currentTarget }) => onChoose(currentTarget.valueAsNumber)}
          onFocus={() => props.isChosenOnFocus && onChoose(value)}
          onBlur={() => onChoose(null)}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
      </div>
    </div>
  )
}

const frameStyles =
  '-mx-1.5 flex flex-1 flex-col rounded-2 px-1.5 pt-6 has-focus-visible:outline-2 has-focus-visible:outline-focus'
