import { ListX, Search } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import type { FilledPage } from '../../lib/fill-page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

interface SearchRestProps {
  rowCount: number
  state: FilledPage<unknown>['state']
  /** The cursor of the page; undefined for the first page. */
  cursor: string | undefined
  /** The text that is shown if nothing matches. */
  emptyText: string
}

/** The note below the rows: the search goes on, the search stopped early, or there are no rows. */
export function SearchProgress({ rowCount, state, cursor, emptyText }: SearchRestProps) {
  if (state === 'full') {
    return rowCount === 0 && <EmptyState icon={ListX} title={cursor ? t('There is nothing more.') : emptyText} />
  }
  // The line above the list reads this out.
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
