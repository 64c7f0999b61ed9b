import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { exportAllRequests } from '../../../../contract/endpoints/admin-request-list.ts'
import { formatCoins } from '../../../../contract/money.ts'
import { requestStatuses } from '../../../../contract/endpoints/requests.ts'
import type { Request } from '../../../../contract/requests.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { deciderText, kindNames, requesterOf, statusDisplay } from '../../../features/requests/request-display.ts'
import { RequestStatus } from '../../../features/requests/request-status.tsx'
import { userRequestsQuery } from '../../../features/users/user-requests-query.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { download } from '../../../lib/api.ts'
import { requestPath } from '../../../features/requests/request-path.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Select } from '../../../ui/select.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** A member's requests, newest first. Each links to the page on which it is or was decided. */
export function UserRequests({ userId }: { userId: string }) {
  const { status } = useSearch({ from: '/admin/users/$userId' })
  const navigate = useNavigate({ from: '/admin/users/$userId' })
  const list = useInfiniteQuery(userRequestsQuery(userId, status))
  const more = useLoadMore(list)
  const requests = list.data?.pages.flatMap(({ items }) => items)
  const filter = { user_id: userId, ...(status && { status }) }
  const show = (value: string) => {
    const next = requestStatuses.find((one) => one === value)
    void navigate({ search: { tab: 'requests', status: next }, replace: true, resetScroll: false })
  }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-line px-5 py-3">
        <Field label={t('Status')}>
          <Select value={status ?? ''} onChange={(event) => show(event.target.value)}>
            <option value="">{t('All')}</option>
            {requestStatuses.map((one) => (
              <option key={one} value={one}>
                {statusDisplay(one).label}
              </option>
            ))}
          </Select>
        </Field>
        <ExportButton
          endpoint={exportAllRequests}
          load={(options) => download(exportAllRequests, { query: filter }, options)}
          fallbackName="et-requests.csv"
        />
      </div>
      <ReadProblem reads={[list]} className="m-5" />
      {list.isPending && <RowSkeletons />}
      {requests?.length === 0 && !more && <EmptyState title={emptyTexts.noRequests} />}
      {requests && requests.length > 0 && (
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60' : undefined}>
          <RequestTable requests={requests} />
        </div>
      )}
      <LoadMore more={more} className="border-t border-line p-4" />
    </>
  )
}

/** Hidden on a phone, which has room for the link to the request instead. */
const wideOnly = 'max-sm:hidden'

function RequestTable({ requests }: { requests: readonly Request[] }) {
  return (
    <Table label={t('Requests')}>
      <thead>
        <tr>
          <HeaderCell className={wideOnly}>{t('Date')}</HeaderCell>
          <HeaderCell>{t('Type')}</HeaderCell>
          <HeaderCell numeric>{t('Amount')}</HeaderCell>
          <HeaderCell>{t('Status')}</HeaderCell>
          <HeaderCell className={wideOnly}>{t('Decided by')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('Details')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.id}>
            <Cell className={cn('whitespace-nowrap text-ink-3', wideOnly)}>
              <TimeText value={request.created_at} />
            </Cell>
            <Cell>
              {kindNames[request.kind]}
              <span className="mono block text-2xs whitespace-nowrap text-ink-3">{request.number}</span>
              <TimeText value={request.created_at} className="block text-2xs text-ink-3 sm:hidden" />
            </Cell>
            <Cell numeric className="font-semibold">
              {coinsText(request.amount_coins)}
            </Cell>
            <Cell>
              <RequestStatus status={request.status} isReversed={request.reversal !== null} />
            </Cell>
            <Cell className={wideOnly}>
              {request.decided_by_name ? deciderText(request.decided_by_name) : <span className="text-ink-3">–</span>}
            </Cell>
            <Cell className="text-end whitespace-nowrap">
              <AppLink
                href={requestPath({ ...request, user_id: requesterOf(request).userId })}
                className="link inline-flex min-h-6 items-center font-semibold"
              >
                {request.status === 'pending' ? tc('what one does', 'Decide') : tc('what one does', 'Open')}
                <span className="sr-only">
                  {' '}
                  {t('{kind} of {coins} ET', {
                    kind: kindNames[request.kind],
                    coins: formatCoins(request.amount_coins),
                  })}
                </span>
              </AppLink>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
