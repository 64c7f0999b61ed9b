import { RotateCw, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { t, tn } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { DensityButton } from './density-button.tsx'
import type { useHeldRows } from '../../lib/use-held-rows.ts'

interface ListCardProps {
  /** The number of rows and their order. Screen readers read it out when it changes. */
  summary: string | undefined
  held: Pick<
    ReturnType<typeof useHeldRows>,
    'newCount' | 'goneIds' | 'refresh' | 'topRef' | 'pointerProps' | 'holdProps'
  >
  /** False if the rows are cards. */
  hasDensity: boolean
  /** True while the rows of the previous question are still shown. */
  isEarlier: boolean
  /** Null while no filter is set. */
  onClear: (() => void) | null
  actions: ReactNode
  children: ReactNode
}

/** A long list with a line above it that describes it. The line keeps its height, so new rows do not move the list. */
export function ListCard({ summary, held, hasDensity, isEarlier, onClear, actions, children }: ListCardProps) {
  const { newCount, goneIds, refresh, topRef, pointerProps, holdProps } = held
  const line = useRef<HTMLParagraphElement>(null)
  /** The buttons beside the line disappear once they are pressed, so the line takes the focus first. */
  const fromLine = (act: () => unknown) => () => {
    line.current?.focus({ preventScroll: true })
    act()
  }
  return (
    <section {...pointerProps} aria-label={t('List')} className="overflow-clip rounded-3 border border-line bg-surface">
      <div
        ref={topRef}
        className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 sm:px-5"
      >
        <p ref={line} role="status" tabIndex={-1} className="text-sm text-ink-2">
          {summary}
        </p>
        {onClear && (
          <Button size="sm" variant="quiet" onClick={fromLine(onClear)}>
            <X aria-hidden="true" />
            {t('Clear filters')}
          </Button>
        )}
        <div role="status" className="flex">
          {newCount + goneIds.size > 0 && (
            <Button size="sm" variant="quiet" onClick={fromLine(refresh)}>
              <RotateCw aria-hidden="true" />
              {newCount > 0
                ? tn('{count} new', '{count} new', newCount)
                : tn('{count} changed', '{count} changed', goneIds.size)}
            </Button>
          )}
        </div>
        <div className="ms-auto flex items-center gap-2">
          {hasDensity && <DensityButton />}
          {actions}
        </div>
      </div>
      <div {...holdProps} aria-busy={isEarlier || undefined} className={cn(isEarlier && 'opacity-60')}>
        {children}
      </div>
    </section>
  )
}
