import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTransition } from 'react'

type List = UseInfiniteQueryResult<{ pages: unknown[] }>

/** The rest of a list that is read page by page; null where there is no more. */
export function useMore(list: List): { load: () => void; isLoading: boolean; hasFailed: boolean } | null {
  const [isLoading, startLoading] = useTransition()
  if (!list.hasNextPage || list.isPlaceholderData) return null
  return { load: () => startLoading(() => loadNextPage(list)), isLoading, hasFailed: list.isFetchNextPageError }
}

const triesMax = 4

/**
 * Reads the next page. A row that arrives meanwhile makes the list be read anew, which takes the place of what was under
 * way; then the next page is asked for once more.
 */
async function loadNextPage(list: List): Promise<void> {
  const pageCount = list.data?.pages.length ?? 0
  for (let tries = 0; tries < triesMax; tries += 1) {
    const { data, isError } = await list.fetchNextPage({ cancelRefetch: false })
    if (isError || (data?.pages.length ?? 0) > pageCount) return
  }
}
