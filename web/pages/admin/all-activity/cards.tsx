import { Link } from '@tanstack/react-router'
import { formatUsd } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { requesterOf } from '../../../features/requests/request-display.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ListedRequestStatus } from './status.tsx'
import { requestText } from './texts.ts'

interface RequestCardsProps {
  requests: readonly Request[]
  /** The requests that no longer match the filter. They stay until the list is refreshed. */
  goneIds: ReadonlySet<string>
}

/** The requests as cards, for screens without room for a table. */
export function RequestCards({ requests, goneIds }: RequestCardsProps) {
  return (
    <ul aria-label={t('Requests')}>
      {requests.map((request) => (
        <li key={request.id} className="border-b border-line last:border-b-0">
          <Card request={request} isGone={goneIds.has(request.id)} />
        </li>
      ))}
    </ul>
  )
}

function Card({ request, isGone }: { request: Request; isGone: boolean }) {
  const { userId, full_name: name, member_id: memberId } = requesterOf(request)
  return (
    <Link
      to="."
      search={(search) => ({ ...search, request: request.id, member: userId })}
      resetScroll={false}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-3 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="min-w-40 flex-1">
        <PersonName className="block w-fit font-semibold">{name}</PersonName>
        <span className="mono block text-sm text-ink-3">{memberId}</span>
        <span className="block text-sm text-ink-2">
          {requestText(request)} · {formatUsd(request.amount_usd)}
        </span>
        <span className="block text-sm text-ink-3">
          <TimeText value={request.created_at} /> · <span className="mono">{request.number}</span>
        </span>
      </span>
      <ListedRequestStatus request={request} isGone={isGone} />
    </Link>
  )
}
