import type { ReactNode } from 'react'
import { add, formatCoins, formatRate, formatUsd, formatUsdt } from '../../../contract/money.ts'
import type { Request } from '../../../contract/requests.ts'
import { toasts } from '../../../contract/texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast.ts'

/** The frozen figures of a request, as on paper. */
export function RequestReceipt({ request }: { request: Request }) {
  return (
    <dl className="grid text-sm">
      <Row name="Request">
        <span className="inline-flex items-center gap-1">
          <span className="mono break-all">{request.id}</span>
          <CopyButton
            text={request.id}
            label="Copy the request number"
            variant="quiet"
            onCopied={() => toast(toasts.copied)}
          />
        </span>
      </Row>
      <Row name="Amount">{formatCoins(request.amount_coins)}&nbsp;ET</Row>
      <KindRows request={request} />
    </dl>
  )
}

function KindRows({ request }: { request: Request }) {
  switch (request.kind) {
    case 'buy':
      return (
        <>
          <Row name="Kind">
            {request.package_name === null ? 'Top-up' : `Package purchase: ${request.package_name}`}
          </Row>
          <Row name="Bonus">{formatCoins(request.bonus_coins)}&nbsp;ET</Row>
          <Row name={request.status === 'approved' ? 'Received' : 'To receive'}>
            {formatCoins(add(request.amount_coins, request.bonus_coins))}&nbsp;ET
          </Row>
          <Row name="Price">{formatUsd(request.amount_usd)}</Row>
          <Row name={`USDT, at ${formatRate(request.usdt_rate, 4)} each`}>{formatUsdt(request.usdt_amount)}</Row>
        </>
      )
    case 'withdrawal':
      return (
        <>
          <Row name={`Value, at ${formatRate(request.rate, 5)} per ET`}>{formatUsd(request.amount_usd)}</Row>
          <Row name="To wallet">
            <span className="mono break-all">{request.wallet_address}</span>
          </Row>
        </>
      )
    case 'transfer':
      return (
        <>
          <Row name={`Value, at ${formatRate(request.rate, 5)} per ET`}>{formatUsd(request.amount_usd)}</Row>
          <Row name="To">
            {request.recipient_profile.full_name} <span className="mono">{request.recipient_member_id}</span>
          </Row>
        </>
      )
  }
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5 last:border-b-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-semibold">{children}</dd>
    </div>
  )
}
