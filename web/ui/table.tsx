import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

interface TableProps extends ComponentProps<'table'> {
  /** The name of the region that scrolls sideways. The keyboard can reach and scroll it. */
  label: string
  density?: 'comfortable' | 'compact' | undefined
  /**
   * Scrolls within the height of the window. The head stays in sight and, in a wide table, so does the first column.
   */
  pinned?: boolean | undefined
}

export function Table({ label, density = 'comfortable', pinned = false, className, ...props }: TableProps) {
  return (
    // A region that scrolls must take the focus, or the keyboard cannot scroll it. Text for screen readers stands
    // outside of the flow, and would widen the page unless the region contains it.
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cn(
        'relative overflow-x-auto focus-visible:-outline-offset-2',
        pinned && 'max-h-[max(20rem,calc(100dvh-18rem))] overflow-y-auto',
      )}
    >
      <table
        {...props}
        className={cn(
          'w-full border-collapse [&_tbody_tr:last-child>td]:border-b-0',
          '[&_tr>*:first-child]:ps-4 [&_tr>*:last-child]:pe-4 sm:[&_tr>*:first-child]:ps-5 sm:[&_tr>*:last-child]:pe-5',
          pinned && pinnedStyles,
          density === 'compact' ? 'text-xs [--row:36px]' : 'text-sm [--row:44px]',
          className,
        )}
      />
    </div>
  )
}

// The borders of sticky cells would scroll away with the rows, so their edge is a shadow.
const pinnedStyles = [
  '[&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:z-2 [&_thead_th]:shadow-[inset_0_-1px_0_var(--line)]',
  '[&_tr>*:first-child]:sticky [&_tr>*:first-child]:start-0 [&_tbody_tr>*:first-child]:z-1 [&_thead_th:first-child]:z-3',
  '[&_tbody_tr>*:first-child]:bg-surface',
]

interface HeaderCellProps extends ComponentProps<'th'> {
  /** Aligns figures at the end of the cell, below a header that is aligned in the same way. */
  numeric?: boolean | undefined
}

export function HeaderCell({ numeric, className, ...props }: HeaderCellProps) {
  return (
    <th
      scope="col"
      {...props}
      className={cn(
        'h-9 border-b border-line bg-sunken px-3 text-start text-2xs font-semibold whitespace-nowrap text-ink-2',
        numeric && 'text-end',
        className,
      )}
    />
  )
}

interface SortCellProps extends HeaderCellProps {
  /** The direction in which this column is sorted now; null for all other columns. */
  direction: 'ascending' | 'descending' | null
  onSort: () => void
  children: ReactNode
}

export function SortCell({ direction, onSort, children, ...props }: SortCellProps) {
  const Icon = direction === null ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <HeaderCell {...props} aria-sort={direction ?? undefined}>
      <button
        type="button"
        onClick={onSort}
        className="inline-flex min-h-6 items-center gap-1 pointer-coarse:min-h-9 font-semibold hover:text-ink"
      >
        {children}
        <Icon aria-hidden="true" size={14} className={direction === null ? 'opacity-50' : undefined} />
      </button>
    </HeaderCell>
  )
}

interface CellProps extends ComponentProps<'td'> {
  numeric?: boolean | undefined
}

export function Cell({ numeric, className, ...props }: CellProps) {
  return (
    <td
      {...props}
      className={cn('h-(--row) border-b border-line px-3 py-1', numeric && 'text-end whitespace-nowrap', className)}
    />
  )
}
