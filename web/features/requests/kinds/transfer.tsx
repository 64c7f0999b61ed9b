import { Send } from 'lucide-react'
import { formatUsd } from '../../../../contract/money.ts'
import type { TransferRequest } from '../../../../contract/requests.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { FactRow } from '../../../ui/fact-row.tsx'
import type { KindDisplay } from './kind-display.ts'
import { CopyableText, valueRowName } from './receipt-parts.tsx'

export const transfer: KindDisplay<TransferRequest> = {
  name: tc('kind of request', 'Transfer'),
  word: tc('kind of request', 'transfer'),
  action: tc('kind of request', 'Transfer'),
  icon: Send,
  title: (amount) => tc('request', 'Transfer {amount}', { amount }),
  actionTitle: (amount) => tc('request', 'Transfer {amount}', { amount }),
  foundTitle: (coins) => t('Transfer {coins} ET', { coins }),
  approvalsPath: '/admin/transfer-approvals',
  pendingName: t('Pending transfers'),
  listName: t('Transfer requests'),
  requesterOf: ({ sender_id: userId, sender_profile: profile }) => ({ userId, ...profile }),
  steps: {
    created: () => t('Coins locked'),
    approved: t('Coins sent'),
    returned: t('Coins returned'),
  },
  createdNote: () => null,
  isPaidOutside: false,
  hasLockedCoins: true,
  promisedTime: () => null,
  cancelQuestion: t('Cancel this transfer request?'),
  cancelConsequence: (request) => t('{request}. The locked coins return to your available balance.', { request }),
  fileOf: () => null,
  ReceiptRows: ({ request }) => (
    <>
      <FactRow name={valueRowName(request)}>{formatUsd(request.amount_usd)}</FactRow>
      <FactRow name={tc('recipient', 'To')}>{request.recipient_profile.full_name}</FactRow>
      <FactRow name={t('Member ID')}>
        <CopyableText text={request.recipient_member_id} label={t('Copy the member ID')} />
      </FactRow>
    </>
  ),
  writtenTexts: () => [],
}
