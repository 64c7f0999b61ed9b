import { ListX, Search } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import type { GatheredPage } from '../../lib/gather-page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

interface SearchRestProps {
  rowCount: number
  state: GatheredPage<unknown>['state']
  /** On the first page, where it is empty, nothing matches. */
  isFirstPage: boolean
  /** What is said then. */
  emptyText: string
}

/** Below what has been found: that more is looked for, or was left, or that there is nothing. */
export function SearchRest({ rowCount, state, isFirstPage, emptyText }: SearchRestProps) {
  if (state === 'full') {
    return rowCount === 0 && <EmptyState icon={ListX} title={isFirstPage ? emptyText : t('There is nothing more.')} />
  }
  // The line above the list says it aloud.
  if (state === 'partial') {
    return rowCount === 0 ? (
      <EmptyState icon={Search} title={searchingText} />
    ) : (
      <p className="border-t border-line px-4 py-3 text-sm text-ink-2 sm:px-5">{searchingText}</p>
    )
  }
  const howToGoOn = t('There is more to look through. “Next” goes on with the search.')
  return rowCount === 0 ? (
    <EmptyState icon={ListX} title={t('Nothing so far.')}>
      {howToGoOn}
    </EmptyState>
  ) : (
    <p className="border-t border-line px-4 py-3 text-sm text-ink-2 sm:px-5">{howToGoOn}</p>
  )
}

export const searchingText = t('Still searching…')
