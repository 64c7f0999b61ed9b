import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import type { Request } from '../../../contract/requests.ts'
import { t, tc } from '../../../contract/translate.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Eyebrow } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { requestTitle } from './request-look.ts'
import { RequestStatus } from './request-status.tsx'
import { RequestTimeline } from './request-timeline.tsx'

interface OpenRequestProps {
  /** The member's pending requests, newest first; undefined while they are loading. */
  requests: readonly Request[] | undefined
  hasFailed: boolean
}

const openRequest = tc('that is pending', 'Open request')

/** The newest pending request with its steps. */
export function OpenRequest({ requests, hasFailed }: OpenRequestProps) {
  const { veil } = useHiddenAmounts()
  const [newest, ...others] = requests ?? []
  if (!newest) {
    return (
      <Card aria-label={openRequest} className="grid content-center">
        {requests && <NoOpenRequest />}
        {!requests && hasFailed && <EmptyState title={t('Not available at the moment.')} />}
        {!requests && !hasFailed && <Skeleton className="h-60 w-full" />}
      </Card>
    )
  }
  return (
    <Card aria-label={openRequest} className="flex flex-col">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div>
          <Eyebrow>{openRequest}</Eyebrow>
          <h2 className="text-lg font-semibold">{requestTitle(newest, veil)}</h2>
        </div>
        <RequestStatus status={newest.status} />
      </div>
      <RequestTimeline request={newest} veil={veil} />
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
        <Button asChild variant="ghost" size="sm">
          <Link to="/dashboard/activity" search={{ request: newest.id }}>
            {t('View request')}
          </Link>
        </Button>
        {others.length > 0 && (
          <Link to="/dashboard/activity" search={{ status: 'pending' }} className="link text-sm">
            {t('All open requests')}
          </Link>
        )}
      </div>
    </Card>
  )
}

function NoOpenRequest() {
  return (
    <EmptyState
      icon={Inbox}
      title={t('No open request')}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to="/dashboard/activity">{t('See past requests')}</Link>
        </Button>
      }
    >
      {t('When you buy, transfer or withdraw, you can follow each step here.')}
    </EmptyState>
  )
}
