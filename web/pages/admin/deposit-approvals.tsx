import { emptyTexts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { ApprovalDesk } from '../../features/requests/desk/desk.tsx'
import { PaymentFacts } from '../../features/requests/desk/payment-facts.tsx'
import { SlipViewer } from '../../features/uploads/slip-viewer.tsx'

export function DepositApprovalsPage() {
  return (
    <ApprovalDesk
      kind="buy"
      title={t('Deposit approvals')}
      queueTitle={t('Pending buy requests')}
      emptyText={emptyTexts.noBuyRequests}
      tilesLabel={t('Deposit totals')}
      evidence={({ user_id: userId, payment_proof_id: slipId }) => <SlipViewer userId={userId} uploadId={slipId} />}
      facts={(request) => <PaymentFacts request={request} />}
    />
  )
}
