import { Link } from '@tanstack/react-router'
import type { BuyRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Eyebrow } from '../../../ui/card.tsx'
import { requestTitle } from '../../../features/requests/request-display.ts'
import { RequestStatus } from '../../../features/requests/request-status.tsx'
import { RequestTimeline } from '../../../features/requests/request-timeline.tsx'
import { SendAgain } from '../../../features/requests/send-again.tsx'

/** A first purchase that was rejected or has expired, with the reason and a button to send it again. */
export function FailedPurchase({ request }: { request: BuyRequest }) {
  const { mask } = useHiddenAmounts()
  return (
    <Card
      aria-label={request.status === 'expired' ? t('Expired request') : t('Rejected request')}
      className="flex flex-col"
    >
      <div className="mb-4 flex items-start justify-between gap-3">
        <div>
          <Eyebrow>{t('Your first purchase')}</Eyebrow>
          <h2 className="text-lg font-semibold">{requestTitle(request, mask)}</h2>
          <p className="mono text-sm text-ink-3">{request.number}</p>
        </div>
        <RequestStatus status={request.status} />
      </div>
      <RequestTimeline request={request} mask={mask} />
      <div className="mt-4 flex flex-wrap gap-2">
        <SendAgain request={request} />
        <Button asChild variant="ghost">
          <Link to="/dashboard/activity" search={{ request: request.id }}>
            {t('View request')}
          </Link>
        </Button>
      </div>
    </Card>
  )
}
