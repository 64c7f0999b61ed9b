import type { UseQueryResult } from '@tanstack/react-query'
import type { GatheredPage } from '../../lib/fill-page.ts'

type List = Pick<UseQueryResult<GatheredPage<unknown>>, 'data' | 'isPlaceholderData' | 'isFetching'>

/** Returns the state of the shown page. If the search failed on its way, the page counts as short. */
export function searchStateOf({ data, isPlaceholderData, isFetching }: List): GatheredPage<unknown>['state'] {
  if (!data || isPlaceholderData) return 'full'
  return data.state === 'partial' && !isFetching ? 'short' : data.state
}
