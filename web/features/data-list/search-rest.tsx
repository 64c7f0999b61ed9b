import { ListX, Search } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import type { GatheredPage } from '../../lib/gather-page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

interface SearchRestProps {
  rowCount: number
  state: GatheredPage<unknown>['state']
  /** Of the page; none is the first. */
  cursor: string | undefined
  /** What is said where nothing matches. */
  emptyText: string
}

/** Below what has been found: that more is looked for, or was left, or that there is nothing. */
export function SearchRest({ rowCount, state, cursor, emptyText }: SearchRestProps) {
  if (state === 'full') {
    return rowCount === 0 && <EmptyState icon={ListX} title={cursor ? t('There is nothing more.') : emptyText} />
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
