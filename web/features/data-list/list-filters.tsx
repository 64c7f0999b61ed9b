import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { tableScreen, useMedia } from '../../ui/use-media.ts'

interface ListFiltersProps {
  /** The field that is always there. */
  search: ReactNode
  /** How many of the others narrow the list down now. */
  activeCount: number
  /** What else stands beside the search where there is little room, such as the sort. */
  aside?: ReactNode
  children: ReactNode
}

/** What narrows a list down: in a row, or, where there is no room for one, in a sheet behind a button. */
export function ListFilters({ search, activeCount, aside, children }: ListFiltersProps) {
  const hasRow = useMedia(tableScreen)
  const [isOpen, setIsOpen] = useState(false)
  if (hasRow) {
    return (
      <div className="flex flex-wrap items-start gap-3">
        {search}
        {children}
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      {search}
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" onClick={() => setIsOpen(true)}>
          <SlidersHorizontal aria-hidden="true" />
          {activeCount > 0 ? t('Filters ({count})', { count: activeCount }) : t('Filters')}
        </Button>
        {aside}
      </div>
      <Sheet open={isOpen} onOpenChange={setIsOpen} title={t('Filters')} className="w-full sm:w-[min(100%,440px)]">
        <div className="grid gap-4 p-5">
          {children}
          <Button onClick={() => setIsOpen(false)}>{t('Show the list')}</Button>
        </div>
      </Sheet>
    </div>
  )
}
