import type { ReactNode } from 'react'

/** A name with its value, on one line of a `dl` if there is room. A rule separates it from the next. */
export function FactRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5 last:border-b-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-semibold">{children}</dd>
    </div>
  )
}
