import { ArrowDownToLine } from 'lucide-react'
import { add, formatExactUsdt, formatRate, formatUsd, formatUsdt } from '../../../../contract/money.ts'
import type { BuyRequest } from '../../../../contract/requests.ts'
import { emptyTexts, failureTitles } from '../../../../contract/texts.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { coinsText, usdtAmount } from '../../../lib/coins-text.ts'
import { FactRow } from '../../../ui/fact-row.tsx'
import { buyKindName } from '../buy-kind.ts'
import type { KindDisplay } from './kind-display.ts'
import { CopyableText, UsdtRateRow } from './receipt-parts.tsx'
import { uploadReference } from './upload-reference.ts'

export const buy: KindDisplay<BuyRequest> = {
  name: tc('kind of request', 'Buy'),
  word: tc('kind of request', 'buy'),
  action: tc('kind of request', 'Buy'),
  icon: ArrowDownToLine,
  title: (amount) => tc('request', 'Buy {amount}', { amount }),
  actionTitle: (amount) => tc('request', 'Buy {amount}', { amount }),
  foundTitle: (coins) => t('Buy {coins} ET', { coins }),
  approvalsPath: '/admin/deposit-approvals',
  pendingName: t('Pending buys'),
  listName: t('Buy requests'),
  requesterOf: ({ user_id: userId, profile }) => ({ userId, ...profile }),
  steps: {
    created: ({ payment_proof_id: slipId }) => (slipId === null ? t('Request received') : t('Slip uploaded')),
    approved: t('Coins credited'),
    returned: t('No coins credited'),
  },
  createdNote: ({ usdt_amount: usdt }, mask) => `${mask(formatUsdt(usdt))}\u00a0USDT`,
  isPaidOutside: false,
  hasLockedCoins: false,
  promisedTime: () => null,
  cancelQuestion: t('Cancel this buy request?'),
  cancelConsequence: (request) =>
    t(
      '{request}. If you have sent the USDT already, keep the request: without it nobody knows what the payment was for.',
      { request },
    ),
  fileOf: (request) => ({
    label: t('Download slip'),
    emptyText: emptyTexts.noSlip,
    failureTitle: failureTitles.slipDownload,
    stored: uploadReference(request.user_id, request.payment_proof_id, request.payment_proof_url, 'payment-slip'),
  }),
  ReceiptRows: ({ request }) => (
    <>
      <FactRow name={t('Kind')}>{buyKindName(request)}</FactRow>
      {request.credited_coins === null ? (
        <>
          <FactRow name={t('Bonus')}>{coinsText(request.bonus_coins)}</FactRow>
          <FactRow name={receivedNames[request.status] ?? t('With bonus')}>
            {coinsText(add(request.amount_coins, request.bonus_coins))}
          </FactRow>
        </>
      ) : (
        <FactRow name={t('Credited in part')}>{coinsText(request.credited_coins)}</FactRow>
      )}
      <FactRow name={t('Price')}>{formatUsd(request.amount_usd)}</FactRow>
      <FactRow name="USDT">{formatUsdt(request.usdt_amount)}</FactRow>
      {request.received_usdt !== null && (
        <FactRow name={t('Received on chain')}>{usdtAmount(formatExactUsdt(request.received_usdt))}</FactRow>
      )}
      {request.usdt_tail !== null && <FactRow name={t('Last digits')}>{formatUsdt(request.usdt_tail)}</FactRow>}
      <UsdtRateRow request={request} />
      <FactRow name={t('Rate per ET')}>{formatRate(request.rate, 5)}</FactRow>
    </>
  ),
  writtenTexts: ({ transaction_hash: hash }) => [
    {
      name: t('Transaction hash'),
      text: hash === null ? null : <CopyableText text={hash} label={t('Copy the transaction hash')} />,
    },
  ],
}

const receivedNames: Partial<Record<BuyRequest['status'], string>> = {
  pending: t('To receive'),
  approved: t('Received'),
}
