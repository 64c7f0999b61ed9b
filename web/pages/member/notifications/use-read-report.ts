import { useEffect, useRef, useSyncExternalStore } from 'react'
import { markNoticesRead } from '../../../../contract/endpoints/notices.ts'
import { isVisible, subscribeToVisibility } from '../../../features/chat/visibility.ts'
import { noticeCountQuery } from '../../../features/notice-count.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'

/**
 * Reports to the server that the notices up to this number were shown in a visible tab. So there is no list to clear by
 * hand.
 */
export function useReadReport(newest: number | undefined, unread: number): void {
  const isSeen = useSyncExternalStore(subscribeToVisibility, isVisible)
  const reported = useRef(0)
  useEffect(() => {
    if (!isSeen || newest === undefined || unread === 0 || newest <= reported.current) return
    const before = reported.current
    reported.current = newest
    void call(markNoticesRead, { body: { number: newest } }).then(
      (count) => queryClient.setQueryData(noticeCountQuery.queryKey, count),
      // The next change tries again, such as the return to this tab.
      () => (reported.current = before),
    )
  }, [isSeen, newest, unread])
}
