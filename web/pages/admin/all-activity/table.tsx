import { Link } from '@tanstack/react-router'
import { formatCoins, formatUsd } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { MemberLink } from '../../../features/data-list/member-link.tsx'
import { useDensity } from '../../../features/data-list/use-density.ts'
import { deciderText, requesterOf } from '../../../features/requests/request-display.ts'
import { Amount } from '../../../ui/amount.tsx'
import { cn } from '../../../ui/cn.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { Cell, HeaderCell, SortCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ListedRequestStatus } from './status.tsx'
import { kindTexts, requestText } from './texts.ts'

/** Hides a column on narrow screens. The request itself shows its content, too. */
const wideOnly = 'max-lg:hidden'

interface RequestTableProps {
  requests: readonly Request[]
  /** The requests that no longer match the filter. They stay until the list is refreshed. */
  goneIds: ReadonlySet<string>
  order: 'newest' | 'oldest'
  onTurn: () => void
}

export function RequestTable({ requests, goneIds, order, onTurn }: RequestTableProps) {
  const { density } = useDensity()
  return (
    <Table label={t('Requests')} density={density} pinned>
      <thead>
        <tr>
          <SortCell direction={order === 'oldest' ? 'ascending' : 'descending'} onSort={onTurn}>
            {t('Date')}
          </SortCell>
          <HeaderCell>{t('Member')}</HeaderCell>
          <HeaderCell>{t('Type')}</HeaderCell>
          <HeaderCell className={wideOnly}>{t('Number')}</HeaderCell>
          <HeaderCell numeric>{t('Amount')}</HeaderCell>
          <HeaderCell numeric className={wideOnly}>
            {t('Value (USD)')}
          </HeaderCell>
          <HeaderCell>{t('Status')}</HeaderCell>
          <HeaderCell className={wideOnly}>{t('Decided by')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('Details')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <Row key={request.id} request={request} isGone={goneIds.has(request.id)} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ request, isGone }: { request: Request; isGone: boolean }) {
  const person = requesterOf(request)
  return (
    <tr>
      <Cell className="whitespace-nowrap text-ink-3">
        <TimeText value={request.created_at} />
      </Cell>
      <Cell className="whitespace-nowrap">
        <MemberLink userId={person.userId} fullName={person.full_name} memberId={person.member_id} />
      </Cell>
      <Cell className="whitespace-nowrap">{kindTexts[request.kind]}</Cell>
      <Cell className={cn('mono whitespace-nowrap text-ink-2', wideOnly)}>{request.number}</Cell>
      <Cell numeric>
        <Amount value={formatCoins(request.amount_coins)} unit="ET" className="font-semibold" />
      </Cell>
      <Cell numeric className={wideOnly}>
        {formatUsd(request.amount_usd)}
      </Cell>
      <Cell>
        <ListedRequestStatus request={request} isGone={isGone} />
      </Cell>
      <Cell className={cn('max-w-40 text-ink-2', wideOnly)}>
        {request.decided_by_name && <PersonName isCut>{deciderText(request.decided_by_name)}</PersonName>}
      </Cell>
      <Cell className="text-end">
        <Link
          to="."
          search={(search) => ({ ...search, request: request.id, member: person.userId })}
          resetScroll={false}
          aria-label={t('Open {request}, {name}', { request: requestText(request), name: person.full_name })}
          className="link inline-flex min-h-6 items-center font-semibold"
        >
          {tc('link', 'Open')}
        </Link>
      </Cell>
    </tr>
  )
}
