import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

interface TickerProps {
  label: string
  children: ReactNode
}

/**
 * A line of figures under the top bar, two lines on a phone. Longer content scrolls sideways, by finger and by
 * keyboard.
 */
export function Ticker({ label, children }: TickerProps) {
  return (
    <div className="h-ticker border-b border-line bg-sunken">
      <div
        role="region"
        aria-label={label}
        // A region that scrolls must take the focus, or the keyboard cannot scroll it.
        tabIndex={0}
        className="scroll-row relative flex h-full items-center gap-5 px-4 text-sm whitespace-nowrap text-ink-2 max-[359px]:text-2xs max-sm:flex-col max-sm:items-stretch max-sm:justify-center max-sm:gap-0 sm:gap-7 lg:px-5"
      >
        {children}
      </div>
    </div>
  )
}

/** The figures that stand in one line on a phone. */
export function TickerRow({ children }: { children: ReactNode }) {
  return (
    <div className="contents max-sm:flex max-sm:min-h-6 max-sm:items-center max-sm:justify-between max-sm:gap-3">
      {children}
    </div>
  )
}

interface StripItemProps {
  label: ReactNode
  /** Undefined while the figure is loading. */
  children: ReactNode
}

export function TickerItem({ label, children }: StripItemProps) {
  return (
    <span className="flex flex-none items-baseline gap-1.5">
      {label}
      <b className="inline-flex items-baseline gap-1.5 font-semibold text-ink">
        {children ?? <Skeleton className="w-16" />}
      </b>
    </span>
  )
}
