import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { tableScreen, useMedia } from '../../ui/use-media.ts'

interface ListFiltersProps {
  /** The search field, which is always visible. */
  search: ReactNode
  /** The number of other filters that are set. */
  activeCount: number
  /** Further controls beside the search on small screens, such as the sort. */
  aside?: ReactNode
  children: ReactNode
}

/** The filters of a list: in a row, or on small screens in a sheet behind a button. */
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
