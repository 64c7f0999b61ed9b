import { pageTitles } from '../../../../contract/pages.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { AddressPanel } from './address-panel.tsx'
import { Approvals } from '../../../features/requests/approvals/approvals.tsx'
import { WalletWarnings } from './wallet-warnings.tsx'
import { WithdrawalTerms } from './withdrawal-terms.tsx'
import { AttachmentViewer } from './attachment-viewer.tsx'

export function WithdrawalApprovalsPage() {
  return (
    <Approvals
      kind="withdrawal"
      title={pageTitles['/admin/withdrawal-approvals']}
      queueTitle={t('Pending withdrawal requests')}
      emptyText={emptyTexts.noWithdrawalRequests}
      hasRefresh
      evidence={(request, review, onSeen) => (
        <div className="grid h-full content-start bg-sunken">
          <AddressPanel request={request} wallet={review?.wallet} />
          {request.attachment_id ? (
            <AttachmentViewer userId={request.user_id} uploadId={request.attachment_id} onSeen={onSeen} />
          ) : (
            <p className="pb-5 text-center text-sm text-ink-2">{emptyTexts.noAttachment}</p>
          )}
        </div>
      )}
      warnings={(review) => review.wallet && <WalletWarnings wallet={review.wallet} />}
      facts={(request) => <WithdrawalTerms request={request} />}
    />
  )
}
