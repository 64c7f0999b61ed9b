import type { UseQueryResult } from '@tanstack/react-query'
import type { FilledPage } from '../../lib/fill-page.ts'

type List = Pick<UseQueryResult<FilledPage<unknown>>, 'data' | 'isPlaceholderData' | 'isFetching'>

/** Returns the state of the shown page. If the search failed on its way, the page counts as short. */
export function searchStateOf({ data, isPlaceholderData, isFetching }: List): FilledPage<unknown>['state'] {
  if (!data || isPlaceholderData) return 'full'
  return data.state === 'partial' && !isFetching ? 'short' : data.state
}
