import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Rosette } from '../../ui/rosette.tsx'
import { RequestReceipt } from './request-receipt.tsx'
import { RequestTimeline } from './request-timeline.tsx'

interface RequestSubmittedProps {
  request: Request
  title: string
  lead: string
  /** What is not as it was when the person looked it over. */
  notice?: ReactNode
  /** The way to another request of this kind. */
  again: { label: string; onClick: () => void }
}

/** Takes the place of a form once its request has been accepted. */
export function RequestSubmitted({ request, title, lead, notice, again }: RequestSubmittedProps) {
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
        <PageTitle focused lead={lead}>
          {title}
        </PageTitle>
      </div>
      {notice}
      <Card title={t('Receipt')}>
        <RequestReceipt request={request} />
      </Card>
      <Card title={t('What happens next')}>
        <RequestTimeline request={request} />
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
        <Button asChild variant="quiet">
          <Link to="/dashboard">{t('Back to Overview')}</Link>
        </Button>
      </div>
    </div>
  )
}
