import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { exportRequests } from '../../../../contract/endpoints/exports.ts'
import { requestKinds } from '../../../../contract/endpoints/requests.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { ActivityViews } from '../../../features/activity/activity-views.tsx'
import { SaveFile } from '../../../features/activity/save-file.tsx'
import { kindNames, statusDisplay } from '../../../features/requests/request-display.ts'
import { requestsQuery } from './activity-query.ts'
import { download } from '../../../lib/api.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { useMedia, wideScreen } from '../../../ui/use-media.ts'
import { ActivityDetail } from './detail.tsx'
import { ActivityList } from './list.tsx'

const types = ['all', ...requestKinds] as const
const statuses = ['all', 'pending', 'approved', 'rejected'] as const

export const lead = t('Everything you asked for, newest first.')

export function ActivityPage() {
  const { type, status } = useSearch({ from: '/dashboard/activity' })
  const navigate = useNavigate()
  // Another tab shows another list, so it closes the request that is open.
  const showType = (value: string) =>
    void navigate({ to: '.', search: { type: named(types, value), status }, resetScroll: false })
  const showStatus = (value: string) =>
    void navigate({ to: '.', search: { type, status: named(statuses, value) }, resetScroll: false })

  return (
    <div className="grid gap-5">
      <PageTitle
        lead={lead}
        aside={
          <SaveFile
            key={`${type}-${status}`}
            load={(options) =>
              download(exportRequests, { query: { ...(type && { kind: type }), ...(status && { status }) } }, options)
            }
            fallbackName="et-requests.csv"
          />
        }
      >
        {pageTitles['/dashboard/activity']}
      </PageTitle>
      <ActivityViews current="requests" />
      <Tabs value={type ?? 'all'} onValueChange={showType}>
        <TabList aria-label={t('Type')}>
          {types.map((value) => (
            <Tab key={value} value={value}>
              {value === 'all' ? t('All') : kindNames[value]}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={type ?? 'all'}>
          <Tabs value={status ?? 'all'} onValueChange={showStatus}>
            <TabList aria-label={t('Status')}>
              {statuses.map((value) => (
                <Tab key={value} value={value} className="text-sm">
                  {value === 'all' ? t('All') : statusDisplay(value).label}
                </Tab>
              ))}
            </TabList>
            <TabPanel value={status ?? 'all'}>
              <Requests />
            </TabPanel>
          </Tabs>
        </TabPanel>
      </Tabs>
    </div>
  )
}

function Requests() {
  const { type, status, request: requestId } = useSearch({ from: '/dashboard/activity' })
  const list = useInfiniteQuery(requestsQuery({ kind: type, status }))
  const more = useLoadMore(list)
  const isWide = useMedia(wideScreen)
  const requests = list.data?.pages.flatMap(({ items }) => items)
  // A wide screen shows one request beside the list: the newest at the time when these tabs were opened, until the
  // member chooses another. A request that arrives later must not replace it while the member reads.
  const [newest, setNewest] = useState<{ tabs: string; id: string }>()
  const tabs = `${type}-${status}`
  const first = requests?.[0]
  if (first && !list.isPlaceholderData && newest?.tabs !== tabs) setNewest({ tabs, id: first.id })
  const besideId = newest?.tabs === tabs || list.isPlaceholderData ? newest?.id : undefined
  const shownId = requestId ?? (isWide ? besideId : undefined)

  return (
    <div className="grid gap-4">
      <ReadProblem reads={[list]} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(360px,420px)]">
        <ActivityList
          requests={requests}
          shownId={shownId}
          isFiltered={type !== undefined || status !== undefined}
          isEarlier={list.isPlaceholderData}
          hasDetail={shownId !== undefined && isWide}
          hasFailed={list.isError}
          more={more}
        />
        {shownId && (
          <ActivityDetail
            key={shownId}
            requestId={shownId}
            listed={requests?.find(({ id }) => id === shownId)}
            isWide={isWide}
          />
        )}
      </div>
    </div>
  )
}

/** Returns the value for the address, in which "all" is the absence of a filter. */
function named<T extends string>(values: readonly T[], value: string): Exclude<T, 'all'> | undefined {
  return values.find((one): one is Exclude<T, 'all'> => one === value && one !== 'all')
}
