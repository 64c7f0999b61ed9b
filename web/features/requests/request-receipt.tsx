import { add, formatCoins, formatRate, formatUsd, formatUsdt } from '../../../contract/money.ts'
import type { BuyRequest, Request } from '../../../contract/requests.ts'
import { toasts } from '../../../contract/texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { toast } from '../../ui/toast.ts'
import { kindOf } from './buy-kind.ts'

/** The frozen figures of a request, as on paper. */
export function RequestReceipt({ request }: { request: Request }) {
  return (
    <dl className="grid text-sm">
      <FactRow name="Request">
        <Copyable text={request.id} label="Copy the request number" />
      </FactRow>
      <FactRow name="Amount">{formatCoins(request.amount_coins)}&nbsp;ET</FactRow>
      <KindRows request={request} />
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
          <FactRow name={`Value, at ${formatRate(request.rate, 5)} per ET`}>{formatUsd(request.amount_usd)}</FactRow>
          <FactRow name="To wallet">
            <Copyable text={request.wallet_address} label="Copy the wallet address" />
          </FactRow>
        </>
      )
    case 'transfer':
      return (
        <>
          <FactRow name={`Value, at ${formatRate(request.rate, 5)} per ET`}>{formatUsd(request.amount_usd)}</FactRow>
          <FactRow name="To">{request.recipient_profile.full_name}</FactRow>
          <FactRow name="Member ID">
            <Copyable text={request.recipient_member_id} label="Copy the member ID" />
          </FactRow>
        </>
      )
  }
}

function BuyRows({ request }: { request: BuyRequest }) {
  return (
    <>
      <FactRow name="Kind">{kindOf(request)}</FactRow>
      <FactRow name="Bonus">{formatCoins(request.bonus_coins)}&nbsp;ET</FactRow>
      <FactRow name={receivedNames[request.status] ?? 'With bonus'}>
        {formatCoins(add(request.amount_coins, request.bonus_coins))}&nbsp;ET
      </FactRow>
      <FactRow name="Price">{formatUsd(request.amount_usd)}</FactRow>
      <FactRow name="USDT">{formatUsdt(request.usdt_amount)}</FactRow>
      <FactRow name="USDT rate">
        {formatRate(request.usdt_rate, 4)} per USDT
        {request.usdt_rate_is_fallback && (
          <span className="block text-wait">Fallback: no exchange rate was to be had</span>
        )}
      </FactRow>
      <FactRow name="Rate per ET">{formatRate(request.rate, 5)}</FactRow>
      <FactRow name="Transaction hash">
        {request.transaction_hash === null ? (
          <span className="font-normal text-ink-3">None given</span>
        ) : (
          <Copyable text={request.transaction_hash} label="Copy the transaction hash" />
        )}
      </FactRow>
    </>
  )
}

const receivedNames: Partial<Record<BuyRequest['status'], string>> = { pending: 'To receive', approved: 'Received' }

/** In full: what money depends on is never cut. */
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
