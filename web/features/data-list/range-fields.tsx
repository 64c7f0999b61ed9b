import type { ReactNode } from 'react'

/** The two ends of a range. They share one line if the filters stand in lines. */
export function RangeFields({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 md:flex md:gap-3">{children}</div>
}
