import type { PointerEvent, ReactNode } from 'react'
import { cn } from './cn.ts'

interface ChartFrameProps {
  /** The kind of thing that is chosen, for screen readers: "Day". */
  name: string
  count: number
  /** The index of the chosen point or bar; null while there is none. */
  chosen: number | null
  onChoose: (index: number | null) => void
  /** Returns the index at a place, from 0 at the start to 1 at the end. */
  indexAt: (share: number) => number
  /** Returns the text that is read out while the arrow keys move along. */
  textOf: (index: number) => string
  /** Chooses the last one when the keyboard focus arrives. For charts in which no choice means all of them. */
  isChosenOnFocus?: boolean | undefined
  className?: string | undefined
  /** The drawing, which fills the frame. */
  children: ReactNode
}

/** The frame of every chart over time. The pointer, a finger or the arrow keys choose a point or a bar. */
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
        // After a finger is lifted, its choice stays on the screen to be read.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onChoose(null)}
      >
        {props.children}
        {/* This slider is invisible. It lets the arrow keys, Home, End and screen readers move along the chart. */}
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
