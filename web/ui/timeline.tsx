import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface TimelineEntry {
  id: string
  title: ReactNode
  detail?: ReactNode
  state: 'done' | 'current' | 'todo' | 'failed'
}

/** The steps that are done, the current one and those that follow. */
export function Timeline({
  entries,
  className,
}: {
  entries: readonly TimelineEntry[]
  className?: string | undefined
}) {
  return (
    <ol className={className}>
      {entries.map(({ id, title, detail, state }) => (
        <li
          key={id}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
          className="group relative ps-7 pb-4 before:absolute before:start-[7px] before:top-[22px] before:-bottom-0.5 before:w-0.5 before:bg-line last:pb-0 last:before:hidden"
        >
          <span
            aria-hidden="true"
            className={cn('absolute start-0 top-1 grid size-4 place-items-center rounded-full', dotStyles[state])}
          >
            {state === 'done' && <Check size={10} className="stroke-3" />}
            {state === 'failed' && <X size={10} className="stroke-3" />}
          </span>
          <span className={state === 'todo' ? 'text-ink-2' : 'font-semibold'}>{title}</span>
          {detail != null && <div className="text-sm text-ink-3">{detail}</div>}
        </li>
      ))}
    </ol>
  )
}

const dotStyles = {
  done: 'bg-ok text-surface',
  current: 'border-2 border-wait bg-surface',
  todo: 'border-2 border-line-strong bg-surface',
  failed: 'bg-bad text-surface',
}
