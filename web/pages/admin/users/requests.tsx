import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import { openRequestsMax } from '../../../../contract/endpoints/users.ts'
import { requesterOf, requestTitle } from '../../../features/requests/request-display.ts'
import { userRequestsQuery } from '../../../features/users/user-requests-query.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { requestPath } from '../../../features/requests/request-path.ts'
import { AgoText } from '../../../ui/time-text.tsx'

interface OpenRequestsProps {
  userId: string
  /** Undefined until the number is known. */
  count: number | undefined
}

const shownCount = 3

/** The person's open requests. Each links to the page on which it is decided. */
export function OpenRequests({ userId, count = 0 }: OpenRequestsProps) {
  const list = useInfiniteQuery({ ...userRequestsQuery(userId, 'pending'), enabled: count > 0 })
  // The requests of the person before are not shown while these load.
  const requests = list.isPlaceholderData ? undefined : list.data?.pages[0]?.items.slice(0, shownCount)
  if (count === 0) return null
  const countText = count < openRequestsMax ? count : `${openRequestsMax - 1}+`
  return (
    <div className="grid gap-1 rounded-2 bg-sunken px-4 py-3 text-sm">
      <h3>
        <Link
          to="/admin/users/$userId"
          params={{ userId }}
          search={{ tab: 'requests', status: 'pending' }}
          hash="history"
          className="link font-semibold"
        >
          {t('Open requests ({count})', { count: countText })}
        </Link>
      </h3>
      <ul className="grid gap-1">
        {requests?.map((request) => (
          <li key={request.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <AppLink href={requestPath({ ...request, user_id: requesterOf(request).userId })} className="link">
              {requestTitle(request)}
            </AppLink>
            <span className="text-ink-2">
              <span className="mono">{request.number}</span> · <AgoText value={request.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
