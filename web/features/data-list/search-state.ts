import type { UseQueryResult } from '@tanstack/react-query'
import type { GatheredPage } from '../../lib/gather-page.ts'

type List = Pick<UseQueryResult<GatheredPage<unknown>>, 'data' | 'isPlaceholderData' | 'isFetching'>

/** How far the page is that is shown. Where looking further has failed, it came short. */
export function searchStateOf({ data, isPlaceholderData, isFetching }: List): GatheredPage<unknown>['state'] {
  if (!data || isPlaceholderData) return 'full'
  return data.state === 'partial' && !isFetching ? 'short' : data.state
}
