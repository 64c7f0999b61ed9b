import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { useNoticeCount } from '../../../features/notice-count.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { NoticeList } from './list.tsx'
import { noticesQuery } from './notices-query.ts'
import { PushSwitch } from './push-switch.tsx'
import { useReadReport } from './use-read-report.ts'

export const lead = t('What happened to your requests and coins, newest first.')

export function NotificationsPage() {
  const list = useInfiniteQuery(noticesQuery)
  const more = useLoadMore(list)
  const { data: count } = useNoticeCount()
  const notices = list.data?.pages.flatMap(({ items }) => items)
  // Reading marks the notices as read. Those that were new when the page was opened keep their mark until it is left.
  const [readBefore, setReadBefore] = useState<number>()
  if (count && readBefore === undefined) setReadBefore(count.last_number - count.unread)
  useReadReport(notices?.[0]?.number, count?.unread ?? 0)

  return (
    <div className="grid gap-5">
      <PageTitle lead={lead}>{pageTitles['/dashboard/notifications']}</PageTitle>
      <ReadProblem reads={[list]} />
      <PushSwitch />
      {!notices && !list.isError && <RowSkeletons />}
      {notices?.length === 0 && (
        <EmptyState
          icon={BellOff}
          title={t('Nothing has happened yet.')}
          className="rounded-3 border border-line bg-surface"
        >
          {t('When a request of yours is decided, or coins reach you, you read it here.')}
        </EmptyState>
      )}
      {notices && notices.length > 0 && (
        <div className="grid gap-4">
          <NoticeList notices={notices} readBefore={readBefore} />
          <LoadMore more={more} />
        </div>
      )}
    </div>
  )
}
