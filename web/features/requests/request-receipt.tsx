import { add, formatRate, formatUsd, formatUsdt } from '../../../contract/money.ts'
import type { BuyRequest, Request, WithdrawalRequest } from '../../../contract/requests.ts'
import { toasts } from '../../../contract/texts.ts'
import { t, tc } from '../../../contract/translate.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { toast } from '../../ui/toast.ts'
import { kindOf } from './buy-kind.ts'
import { coinsText } from './request-display.ts'

/** The figures that were stored with a request, as on a paper receipt. */
export function RequestReceipt({ request }: { request: Request }) {
  return (
    <dl className="grid text-sm">
      <FactRow name={t('Request')}>
        <Copyable text={request.number} label={t('Copy the request number')} />
      </FactRow>
      <FactRow name={t('Amount')}>{coinsText(request.amount_coins)}</FactRow>
      <KindRows request={request} />
      <FactRow name={t('Full ID')}>
        <Copyable text={request.id} label={t('Copy the full ID')} />
      </FactRow>
    </dl>
  )
}

function KindRows({ request }: { request: Request }) {
  switch (request.kind) {
    case 'buy':
      return <BuyRows request={request} />
    case 'withdrawal':
      return (
        <>
          <FactRow name={valueName(request)}>{formatUsd(request.amount_usd)}</FactRow>
          <FactRow name="USDT">{request.usdt_amount === null ? t('Unknown') : formatUsdt(request.usdt_amount)}</FactRow>
          <UsdtRateRow request={request} />
          <FactRow name={t('To wallet')}>
            <Copyable text={request.wallet_address} label={t('Copy the wallet address')} />
          </FactRow>
        </>
      )
    case 'transfer':
      return (
        <>
          <FactRow name={valueName(request)}>{formatUsd(request.amount_usd)}</FactRow>
          <FactRow name={tc('recipient', 'To')}>{request.recipient_profile.full_name}</FactRow>
          <FactRow name={t('Member ID')}>
            <Copyable text={request.recipient_member_id} label={t('Copy the member ID')} />
          </FactRow>
        </>
      )
  }
}

function valueName({ rate }: Request): string {
  return t('Value, at {rate} per ET', { rate: formatRate(rate, 5) })
}

function BuyRows({ request }: { request: BuyRequest }) {
  return (
    <>
      <FactRow name={t('Kind')}>{kindOf(request)}</FactRow>
      <FactRow name={t('Bonus')}>{coinsText(request.bonus_coins)}</FactRow>
      <FactRow name={receivedNames[request.status] ?? t('With bonus')}>
        {coinsText(add(request.amount_coins, request.bonus_coins))}
      </FactRow>
      <FactRow name={t('Price')}>{formatUsd(request.amount_usd)}</FactRow>
      <FactRow name="USDT">{formatUsdt(request.usdt_amount)}</FactRow>
      <UsdtRateRow request={request} />
      <FactRow name={t('Rate per ET')}>{formatRate(request.rate, 5)}</FactRow>
      <FactRow name={t('Transaction hash')}>
        {request.transaction_hash === null ? (
          <span className="font-normal text-ink-3">{t('None given')}</span>
        ) : (
          <Copyable text={request.transaction_hash} label={t('Copy the transaction hash')} />
        )}
      </FactRow>
    </>
  )
}

function UsdtRateRow({ request }: { request: BuyRequest | WithdrawalRequest }) {
  if (request.usdt_rate === null) return null
  return (
    <FactRow name={t('USDT rate')}>
      {t('{rate} per USDT', { rate: formatRate(request.usdt_rate, 4) })}
      {request.usdt_rate_is_fallback && (
        <span className="block text-wait">{t('Fallback: no exchange rate was to be had')}</span>
      )}
    </FactRow>
  )
}

const receivedNames: Partial<Record<BuyRequest['status'], string>> = {
  pending: t('To receive'),
  approved: t('Received'),
}

/** A text with a button to copy it. It is never cut, as money depends on it. */
function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="mono min-w-0 break-all">{text}</span>
      <CopyButton
        text={text}
        label={label}
        variant="quiet"
        className="print:hidden"
        onCopied={() => toast(toasts.copied)}
      />
    </span>
  )
}
