import { useMemo } from 'react'
import * as z from 'zod/mini'
import { t } from '../../../../contract/translate.ts'
import { requiredText } from '../../../../contract/texts.ts'
import type { AllRequestsFilter } from '../../../lib/admin-queries.ts'
import { allActivitySearch } from '../../../lib/list-searches.ts'
import { useSession } from '../../../lib/session.ts'
import { useStoredText } from '../../../lib/stored-text.ts'

/** A filter with its order, by a name. */
export interface View {
  name: string
  search: AllRequestsFilter
}

export const viewNameMax = 40
const viewsMax = 20

/** The views that somebody has saved, in the order in which they did; this browser keeps them. */
export function useOwnViews() {
  const { user } = useSession()
  const { text, keep } = useStoredText(`activity-views:${user?.id ?? ''}`)
  const views = useMemo(() => parseViews(text ?? '[]'), [text])
  return {
    views,
    save: (view: View) => keep(JSON.stringify([...views, view])),
    remove: (name: string) => keep(JSON.stringify(views.filter((view) => view.name !== name))),
  }
}

/** Which requests are listed and how, without the page of the list or a request that is open beside it. */
export function toView({ search, kind, status, user_id, from, to, order }: AllRequestsFilter): AllRequestsFilter {
  return { search, kind, status, user_id, from, to, order: order === 'oldest' ? order : undefined }
}

export function isSameView(one: AllRequestsFilter, other: AllRequestsFilter): boolean {
  return JSON.stringify(toView(one)) === JSON.stringify(toView(other))
}

/** What is wrong with the name of a view that is to be saved beside others. */
export function viewFault(name: string, own: readonly View[], others: readonly View[]): string | undefined {
  const wanted = name.trim().toLocaleLowerCase()
  if (wanted === '') return requiredText(t('Name'))
  if ([...own, ...others].some((view) => view.name.toLocaleLowerCase() === wanted)) {
    return t('There is a view of that name already.')
  }
  if (own.length >= viewsMax) return t('There is room for {count} views. Please remove one first.', { count: viewsMax })
  return undefined
}

const keptViews = z.array(z.object({ name: z.string(), search: z.record(z.string(), z.unknown()) }))

/** Whatever stands in the storage: an older version may have written it, or somebody by hand. */
export function parseViews(text: string): View[] {
  try {
    return keptViews
      .parse(JSON.parse(text))
      .map(({ name, search }) => ({ name, search: toView(allActivitySearch(search)) }))
  } catch {
    return []
  }
}
