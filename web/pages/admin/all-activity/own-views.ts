import { useMemo } from 'react'
import * as z from 'zod/mini'
import { t } from '../../../../contract/translate.ts'
import { requiredText } from '../../../../contract/texts.ts'
import type { AllRequestsFilter } from './activity-queries.ts'
import { allActivitySearch } from './search.ts'
import { useSession } from '../../../lib/session.ts'
import { useStoredText } from '../../../lib/stored-text.ts'

/** A filter and an order under a name. */
export interface SavedView {
  name: string
  search: AllRequestsFilter
}

export const viewNameMax = 40
const viewsMax = 20

/** The views that the account has saved in this browser, oldest first. */
export function useOwnViews() {
  const { user } = useSession()
  const { text, keep } = useStoredText(`activity-views:${user?.id ?? ''}`)
  const views = useMemo(() => parseViews(text ?? '[]'), [text])
  return {
    views,
    save: (view: SavedView) => keep(JSON.stringify([...views, view])),
    remove: (name: string) => keep(JSON.stringify(views.filter((view) => view.name !== name))),
  }
}

/** Returns the part of a search that a view keeps: the filter and the order, but no page and no open request. */
export function viewSearchOf({ search, kind, status, user_id, from, to, order }: AllRequestsFilter): AllRequestsFilter {
  return { search, kind, status, user_id, from, to, order: order === 'oldest' ? order : undefined }
}

export function isSameView(one: AllRequestsFilter, other: AllRequestsFilter): boolean {
  return JSON.stringify(viewSearchOf(one)) === JSON.stringify(viewSearchOf(other))
}

/** Says why a view cannot be saved under a name, given the existing views; undefined if it can. */
export function viewNameFault(
  name: string,
  own: readonly SavedView[],
  others: readonly SavedView[],
): string | undefined {
  const wanted = name.trim().toLocaleLowerCase()
  if (wanted === '') return requiredText(t('Name'))
  if ([...own, ...others].some((view) => view.name.toLocaleLowerCase() === wanted)) {
    return t('There is a view of that name already.')
  }
  if (own.length >= viewsMax) return t('There is room for {count} views. Please remove one first.', { count: viewsMax })
  return undefined
}

const keptViews = z.array(z.object({ name: z.string(), search: z.record(z.string(), z.unknown()) }))

/** Reads the saved views from the browser's storage. An older version or the user may have written other text there. */
export function parseViews(text: string): SavedView[] {
  try {
    return keptViews
      .parse(JSON.parse(text))
      .map(({ name, search }) => ({ name, search: viewSearchOf(allActivitySearch(search)) }))
  } catch {
    return []
  }
}
