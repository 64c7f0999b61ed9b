import { pageTitles } from '../../../../contract/pages.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { Approvals } from '../../../features/requests/approvals/approvals.tsx'
import { FirstTransferNote, TransferCards } from './transfer-cards.tsx'

export function TransferApprovalsPage() {
  return (
    <Approvals
      kind="transfer"
      title={pageTitles['/admin/transfer-approvals']}
      queueTitle={t('Pending transfer requests')}
      emptyText={emptyTexts.noTransferRequests}
      hasRefresh
      evidence={(request, review) => <TransferCards request={request} review={review} />}
      warnings={(review) => <FirstTransferNote review={review} />}
    />
  )
}
