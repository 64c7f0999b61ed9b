import type { ReactNode } from 'react'
import { add, formatCoins, formatRate, formatUsd, formatUsdt } from '../../../contract/money.ts'
import type { BuyRequest, Request } from '../../../contract/requests.ts'
import { toasts } from '../../../contract/texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast.ts'

/** The frozen figures of a request, as on paper. */
export function RequestReceipt({ request }: { request: Request }) {
  return (
    <dl className="grid text-sm">
      <Row name="Request">
        <Copyable text={request.id} label="Copy the request number" />
      </Row>
      <Row name="Amount">{formatCoins(request.amount_coins)}&nbsp;ET</Row>
      <KindRows request={request} />
    </dl>
  )
}

export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5 last:border-b-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-semibold">{children}</dd>
    </div>
  )
}

function KindRows({ request }: { request: Request }) {
  switch (request.kind) {
    case 'buy':
      return <BuyRows request={request} />
    case 'withdrawal':
      return (
        <>
          <Row name={`Value, at ${formatRate(request.rate, 5)} per ET`}>{formatUsd(request.amount_usd)}</Row>
          <Row name="To wallet">
            <Copyable text={request.wallet_address} label="Copy the wallet address" />
          </Row>
        </>
      )
    case 'transfer':
      return (
        <>
          <Row name={`Value, at ${formatRate(request.rate, 5)} per ET`}>{formatUsd(request.amount_usd)}</Row>
          <Row name="To">{request.recipient_profile.full_name}</Row>
          <Row name="Member ID">
            <Copyable text={request.recipient_member_id} label="Copy the member ID" />
          </Row>
        </>
      )
  }
}

function BuyRows({ request }: { request: BuyRequest }) {
  return (
    <>
      <Row name="Kind">{request.package_name === null ? 'Top-up' : `Package purchase: ${request.package_name}`}</Row>
      <Row name="Bonus">{formatCoins(request.bonus_coins)}&nbsp;ET</Row>
      <Row name={receivedNames[request.status] ?? 'With bonus'}>
        {formatCoins(add(request.amount_coins, request.bonus_coins))}&nbsp;ET
      </Row>
      <Row name="Price">{formatUsd(request.amount_usd)}</Row>
      <Row name="USDT">{formatUsdt(request.usdt_amount)}</Row>
      <Row name="USDT rate">
        {formatRate(request.usdt_rate, 4)} per USDT
        {request.usdt_rate_is_fallback && (
          <span className="block text-wait">Fallback: no exchange rate was to be had</span>
        )}
      </Row>
      <Row name="Rate per ET">{formatRate(request.rate, 5)}</Row>
      <Row name="Transaction hash">
        {request.transaction_hash === null ? (
          <span className="font-normal text-ink-3">None given</span>
        ) : (
          <Copyable text={request.transaction_hash} label="Copy the transaction hash" />
        )}
      </Row>
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
