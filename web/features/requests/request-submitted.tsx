import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { AskAboutRequest } from '../chat/ask-about-request.tsx'
import { requestQuery } from './request-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Rosette } from '../../ui/rosette.tsx'
import { DecisionNotice } from './decision-notice.tsx'
import { OwnPayment } from './own-payment.tsx'
import { OwnWait } from './own-wait.tsx'
import { requesterOf } from './request-display.ts'
import { RequestReceipt } from './request-receipt.tsx'
import { RequestStatus } from './request-status.tsx'
import { RequestTimeline } from './request-timeline.tsx'

interface RequestSubmittedProps {
  request: Request
  title: string
  lead: string
  /** A note on what has changed since the person reviewed the request. */
  notice?: ReactNode
  /** The button to make another request of this kind. */
  again: { label: string; onClick: () => void }
}

/** Replaces a form once its request has been accepted, and then shows the decision. */
export function RequestSubmitted({ request: submitted, title, lead, notice, again }: RequestSubmittedProps) {
  const request = useLatest(submitted)
  const isPending = request.status === 'pending'
  const beginAgain = () => {
    again.onClick()
    window.scrollTo({ top: 0 })
  }
  return (
    <div className="mx-auto grid max-w-form gap-5">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="text-brass">
          <Rosette seed={request.id} size={132} bands={3} strokeWidth={0.35} />
        </span>
        <PageTitle focused lead={isPending ? lead : null}>
          {title}
        </PageTitle>
      </div>
      <DecisionNotice request={request} onSendAgain={beginAgain} />
      {notice}
      <Card title={t('Receipt')} aside={<RequestStatus status={request.status} stamped={!isPending} />}>
        <RequestReceipt request={request} />
      </Card>
      <Card title={isPending ? t('What happens next') : t('What happened')}>
        <div className="grid gap-5">
          <RequestTimeline request={request} hasTexts={false} />
          <OwnWait request={request} />
          <OwnPayment request={request} />
        </div>
      </Card>
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
        <Button asChild>
          <Link to="/dashboard/activity" search={{ request: request.id }}>
            {t('Go to Activity')}
          </Link>
        </Button>
        <Button variant="ghost" onClick={beginAgain}>
          {again.label}
        </Button>
        <AskAboutRequest requestId={request.id} />
        <Button asChild variant="quiet">
          <Link to="/dashboard">{t('Back to Overview')}</Link>
        </Button>
      </div>
    </div>
  )
}

/** Returns the latest state of the request. The decision may have come even before this screen. */
function useLatest(submitted: Request): Request {
  const query = requestQuery(requesterOf(submitted).userId, submitted.id)
  const { data } = useQuery({ ...query, initialData: submitted, initialDataUpdatedAt: 0 })
  return data
}
