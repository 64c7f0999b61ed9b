import { pageTitles } from '../../../../contract/pages.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { Approvals } from '../../../features/requests/approvals/approvals.tsx'
import { MadeUpPaymentNote } from '../../../features/made-up-payment-note.tsx'
import { StopAutomaticApproval } from '../../../features/automatic-approval/stop-automatic-approval.tsx'
import { ChainEvidence } from './chain-evidence.tsx'
import { FallbackRateNote } from './fallback-rate-note.tsx'
import { SlipFigures } from './slip-figures.tsx'
import { SlipQuestions } from './slip-questions.tsx'
import { SlipViewer } from './slip-viewer.tsx'

export function DepositApprovalsPage() {
  return (
    <Approvals
      kind="buy"
      title={pageTitles['/admin/deposit-approvals']}
      queueTitle={t('Pending buy requests')}
      emptyText={emptyTexts.noBuyRequests}
      tilesLabel={t('Deposit totals')}
      notice={<StopAutomaticApproval />}
      evidence={(request, review, onSeen) => (
        <div className="grid h-full min-w-0 content-start bg-sunken">
          <MadeUpPaymentNote />
          <SlipFigures request={request} review={review} />
          <SlipViewer userId={request.user_id} uploadId={request.payment_proof_id} onSeen={onSeen} />
          <SlipQuestions request={request} review={review} />
        </div>
      )}
      facts={(request, review, payment) => (
        <>
          <ChainEvidence request={request} chain={review?.chain} payment={payment} />
          <FallbackRateNote request={request} />
        </>
      )}
    />
  )
}
