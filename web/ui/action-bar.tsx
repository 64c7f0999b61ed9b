import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface ActionBarProps {
  /**
   * The breakpoint from which the bar is an ordinary row. Use lg on pages that have other content beside their form
   * from lg on.
   */
  until?: keyof typeof barStyles | undefined
  className?: string | undefined
  children: ReactNode
}

/**
 * The main action of a page, in a bar at the bottom of a narrow screen. Large text wraps to a second line. If an open
 * keyboard leaves little room, the bar stays in its place on the page and covers no content.
 */
export function ActionBar({ until = 'sm', className, children }: ActionBarProps) {
  return (
    <div
      ref={followHeight}
      data-action-bar={until}
      className={cn('flex flex-wrap items-center gap-x-3 gap-y-2', barStyles[until], className)}
    >
      {children}
    </div>
  )
}

/** Stores the bar's height, so that focused elements scroll clear of the bar. */
function followHeight(bar: HTMLElement | null) {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--action-bar', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--action-bar')
  }
}

const barStyles = {
  sm: 'max-sm:[@media(height>=30rem)]:sticky max-sm:bottom-0 max-sm:z-30 max-sm:-mx-4 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
  lg: '[@media(height>=30rem)]:sticky bottom-0 z-30 -mx-4 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:hidden',
}
