import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTransition } from 'react'

type List = UseInfiniteQueryResult<{ pages: unknown[] }>

/** Offers the next page of a list that is read page by page; null if there are no more pages. */
export function useLoadMore(list: List): { load: () => void; isLoading: boolean; hasFailed: boolean } | null {
  const [isLoading, startLoading] = useTransition()
  if (!list.hasNextPage || list.isPlaceholderData) return null
  return { load: () => startLoading(() => loadNextPage(list)), isLoading, hasFailed: list.isFetchNextPageError }
}

const triesMax = 4

/**
 * Reads the next page. If a new row arrives meanwhile, the list itself is read again and replaces this read. The next
 * page is then requested once more.
 */
async function loadNextPage(list: List): Promise<void> {
  const pageCount = list.data?.pages.length ?? 0
  for (let tries = 0; tries < triesMax; tries += 1) {
    const { data, isError } = await list.fetchNextPage({ cancelRefetch: false })
    if (isError || (data?.pages.length ?? 0) > pageCount) return
  }
}
