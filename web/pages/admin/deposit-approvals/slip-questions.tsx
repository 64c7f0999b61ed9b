import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { askForSlip, slipAsksMax } from '../../../../contract/endpoints/slip-requests.ts'
import type { BuyRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import type { RequestReview } from '../../../features/requests/approvals/kinds/kind-review.ts'
import { isSlipAsked } from '../../../features/requests/request-display.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { FormerSlips } from './former-slips.tsx'

const LateDialog = loadWhenNeeded(async () => (await import('./ask-slip-dialog.tsx')).AskSlipDialog, {
  always: 'later',
})

interface SlipQuestionsProps {
  request: BuyRequest
  review: RequestReview | undefined
}

/** The question for another slip, what came of earlier ones, and the slips that were replaced. */
export function SlipQuestions({ request, review }: SlipQuestionsProps) {
  const [asked, setAsked] = useState<BuyRequest | null>(null)
  const mayAsk = useMay()(askForSlip)
  const former = review?.former_slips ?? []
  const isOpen = request.status === 'pending'
  const canAsk =
    mayAsk && isOpen && !isSlipAsked(request) && former.length < slipAsksMax && review?.outlook?.need !== 'completes'
  return (
    <div className="grid gap-3 p-4 empty:hidden">
      <Standing request={request} sentAt={review?.slip_sent_at ?? null} />
      {canAsk && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setAsked(request)}>
          <ImageUp aria-hidden="true" />
          {t('Ask for a clearer slip')}
        </Button>
      )}
      {former.length > 0 && <FormerSlips userId={request.user_id} slips={former} />}
      <LateDialog isNeeded={asked} props={{ request: asked, onClosed: () => setAsked(null) }} />
    </div>
  )
}

function Standing({ request, sentAt }: { request: BuyRequest; sentAt: string | null }) {
  if (request.slip_asked_at !== null) {
    return (
      <Notice tone="warn" title={t('The member is asked for a clearer slip.')}>
        {richText('Since {time}: {reason}', {
          time: <TimeText value={request.slip_asked_at} />,
          reason: <q className="break-words whitespace-pre-line">{request.slip_reason}</q>,
        })}
      </Notice>
    )
  }
  if (sentAt === null || request.status !== 'pending') return null
  return (
    <Notice tone="info" title={t('New slip')}>
      {richText('It arrived {time}.', { time: <TimeText value={sentAt} relative /> })}
    </Notice>
  )
}
