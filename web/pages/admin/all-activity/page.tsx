import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { exportAllRequests } from '../../../../contract/endpoints/admin-request-list.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { ListCard } from '../../../features/data-list/list-card.tsx'
import { ListPager } from '../../../features/data-list/list-pager.tsx'
import { SearchProgress, searchingText } from '../../../features/data-list/search-progress.tsx'
import { searchStateOf } from '../../../features/data-list/search-state.ts'
import { useHeldRows } from '../../../lib/use-held-rows.ts'
import { useListUrl, type ListUrl } from '../../../features/data-list/use-list-url.ts'
import { download } from '../../../lib/api.ts'
import type { AllActivitySearch } from './search.ts'
import { allRequestsQuery, allRequestTotalsQuery, type AllRequestsFilter } from './activity-queries.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { tableScreen, useMedia } from '../../../ui/use-media.ts'
import { RequestCards } from './cards.tsx'
import { AllActivityDetail } from './detail.tsx'
import { ActivityFilters } from './filters.tsx'
import { RequestTable } from './table.tsx'
import { SavedViews } from './views.tsx'
import { listSummary } from './texts.ts'

export const lead = t('Everything that members asked for.')

/** The requests of all members, of every kind and status. */
export function AllActivityPage() {
  const { request, member, ...filter } = useSearch({ from: '/admin/all-activity' })
  const url = useListUrl<AllActivitySearch>()
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/all-activity']}</PageTitle>
      <SavedViews filter={filter} />
      <ActivityFilters filter={filter} change={url.change} />
      <RequestList filter={filter} url={url} />
      {request && member && <AllActivityDetail key={request} userId={member} requestId={request} />}
    </div>
  )
}

/** The search of a list without any filter. */
const allRequests = {
  search: undefined,
  kind: undefined,
  status: undefined,
  user_id: undefined,
  from: undefined,
  to: undefined,
} satisfies AllRequestsFilter

interface RequestListProps {
  filter: AllRequestsFilter
  url: ListUrl<AllActivitySearch>
}

function RequestList({ filter, url }: RequestListProps) {
  const hasTable = useMedia(tableScreen)
  const { order = 'newest', cursor, ...match } = filter
  const list = useQuery(allRequestsQuery(filter))
  const totals = useQuery(allRequestTotalsQuery(match))
  const isEarlier = list.isPlaceholderData
  const held = useHeldRows({
    latest: list.data?.items,
    question: JSON.stringify(filter),
    isEarlier,
    isEnd: list.data?.next_cursor === null,
  })
  const { rows } = held
  const { count, coins } = (!totals.isPlaceholderData && totals.data) || {}
  const words = rows && !isEarlier ? listSummary({ total: count, shownCount: rows.length, coins, order }) : undefined
  const state = searchStateOf(list)
  const isSearching = state === 'partial'
  const nextCursor = isEarlier || isSearching ? null : (list.data?.next_cursor ?? null)
  return (
    <>
      <ReadProblem reads={[list, totals]} />
      <ListCard
        summary={isSearching ? searchingText : words}
        held={held}
        hasDensity={hasTable}
        isEarlier={isEarlier}
        onClear={Object.values(match).some(Boolean) ? () => url.change(allRequests) : null}
        actions={
          <ExportButton
            endpoint={exportAllRequests}
            key={JSON.stringify({ match, order })}
            fallbackName="et-requests.csv"
            load={(options) => download(exportAllRequests, { query: { ...match, order } }, options)}
          />
        }
      >
        {!rows && !list.isError && <RowSkeletons />}
        {rows && rows.length > 0 && !hasTable && <RequestCards requests={rows} goneIds={held.goneIds} />}
        {rows && rows.length > 0 && hasTable && (
          <RequestTable
            requests={rows}
            goneIds={held.goneIds}
            order={order}
            onTurn={() => url.change({ order: order === 'newest' ? 'oldest' : undefined })}
          />
        )}
        {rows && (
          <SearchProgress rowCount={rows.length} state={state} cursor={cursor} emptyText={emptyTexts.noRequests} />
        )}
      </ListCard>
      <ListPager cursor={cursor} nextCursor={nextCursor} isEarlier={isEarlier || isSearching} onOpen={url.openPage} />
    </>
  )
}
