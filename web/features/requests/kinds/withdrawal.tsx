import { ArrowUpFromLine } from 'lucide-react'
import { formatUsd, formatUsdt } from '../../../../contract/money.ts'
import type { WithdrawalRequest } from '../../../../contract/requests.ts'
import { emptyTexts, failureTitles } from '../../../../contract/texts.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { FactRow } from '../../../ui/fact-row.tsx'
import { payoutText } from '../payouts/payout-texts.ts'
import { TransactionHash } from '../payouts/transaction-hash.tsx'
import type { KindDisplay } from './kind-display.ts'
import { CopyableText, UsdtRateRow, valueRowName } from './receipt-parts.tsx'
import { uploadReference } from './upload-reference.ts'

export const withdrawal: KindDisplay<WithdrawalRequest> = {
  name: tc('kind of request', 'Withdrawal'),
  word: tc('kind of request', 'withdrawal'),
  action: tc('kind of request', 'Withdraw'),
  icon: ArrowUpFromLine,
  title: (amount) => tc('request', 'Withdrawal {amount}', { amount }),
  actionTitle: (amount) => tc('request', 'Withdraw {amount}', { amount }),
  foundTitle: (coins) => t('Withdrawal {coins} ET', { coins }),
  approvalsPath: '/admin/withdrawal-approvals',
  pendingName: t('Pending withdrawals'),
  listName: t('Withdrawal requests'),
  requesterOf: ({ user_id: userId, profile }) => ({ userId, ...profile }),
  steps: {
    created: () => t('Coins locked'),
    approved: t('Payment by the operator'),
    returned: t('Coins returned'),
  },
  createdNote: () => null,
  isPaidOutside: true,
  hasLockedCoins: true,
  promisedTime: ({ withdrawal_time: words }) => words,
  cancelQuestion: t('Cancel this withdrawal request?'),
  cancelConsequence: (request) => t('{request}. The locked coins return to your available balance.', { request }),
  fileOf: (request) => ({
    label: t('Download attachment'),
    emptyText: emptyTexts.noAttachment,
    failureTitle: failureTitles.attachmentDownload,
    stored: uploadReference(request.user_id, request.attachment_id, request.attachment_url, 'attachment'),
  }),
  ReceiptRows: ({ request }) => (
    <>
      <FactRow name={valueRowName(request)}>{formatUsd(request.amount_usd)}</FactRow>
      <FactRow name="USDT">{request.usdt_amount === null ? t('Unknown') : formatUsdt(request.usdt_amount)}</FactRow>
      <UsdtRateRow request={request} />
      <FactRow name={t('To wallet')}>
        <CopyableText text={request.wallet_address} label={t('Copy the wallet address')} />
      </FactRow>
      {request.payout && <FactRow name={t('Payment')}>{payoutText(request.payout)}</FactRow>}
      {request.payout?.hash && (
        <FactRow name={t('Transaction')}>
          <TransactionHash hash={request.payout.hash} address={request.wallet_address} />
        </FactRow>
      )}
    </>
  ),
  writtenTexts: () => [],
}
