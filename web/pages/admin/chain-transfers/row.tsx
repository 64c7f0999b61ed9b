import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ChainTransfer } from '../../../../contract/chain-transfers.ts'
import { refundTransfer } from '../../../../contract/endpoints/chain-transfers.ts'
import { formatExactUsdt, formatUsdt } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { usdtAmount } from '../../../lib/coins-text.ts'
import { ExplorerLink } from '../../../features/requests/explorer-link.tsx'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { RequestStatus } from '../../../features/requests/request-status.tsx'
import { useMay } from '../../../lib/use-may.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { checkTexts, checkTones, reasonTexts } from './texts.ts'

type Buy = NonNullable<ChainTransfer['pays']>

/** A final transfer with what it pays for or may belong to, and what can be done. */
export function TransferRow({ transfer }: { transfer: ChainTransfer }) {
  const { usdt, hash, from_address: from, block_time: at, pays, refund, suggestions } = transfer
  return (
    <li className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">{usdtAmount(formatExactUsdt(usdt))}</h2>
        {transfer.is_disputed && (
          <Badge tone="bad">
            <TriangleAlert aria-hidden="true" />
            {t('Two members claim it')}
          </Badge>
        )}
        <span className="flex-1" />
        <TimeText value={at} relative />
      </div>
      {!transfer.is_payable && (
        <Notice tone="warn">
          {t(
            'It is another token, or went to an address that was not the deposit address then. It can pay for nothing.',
          )}
        </Notice>
      )}
      <p>
        {t('From')} <span className="mono break-all">{from}</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="mono min-w-0 break-all text-ink-3">{hash}</span>
        <ExplorerLink href={transfer.explorer_url} />
      </p>
      {pays && (
        <p>
          {t('Pays for')} <BuyLink buy={pays} />
        </p>
      )}
      {refund && <Refund refund={refund} />}
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} />}
      {!pays && !refund && <RefundButton transfer={transfer} />}
    </li>
  )
}

function Refund({ refund }: { refund: NonNullable<ChainTransfer['refund']> }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={checkTones[refund.check]} className="h-auto whitespace-normal">
          {checkTexts[refund.check]}
        </Badge>
        {t('Sent back, noted by {name}', { name: refund.noted_by_name })} · <TimeText value={refund.noted_at} />
      </p>
      <p className="text-ink-2">
        <bdi>{refund.reason}</bdi>
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="mono min-w-0 break-all text-ink-3">{refund.hash}</span>
        <ExplorerLink href={refund.explorer_url} />
      </p>
    </div>
  )
}

function Suggestions({ suggestions }: { suggestions: ChainTransfer['suggestions'] }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{t('It may belong to')}</h3>
      <ul className="grid gap-1">
        {suggestions.map((buy) => (
          <li key={buy.request_id}>
            <BuyLink buy={buy} /> · {buy.reasons.map((reason) => reasonTexts[reason]).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

function BuyLink({ buy }: { buy: Buy }) {
  return (
    <>
      <Link
        to={buy.status === 'pending' ? kinds.buy.approvalsPath : '/admin/all-activity'}
        search={{ request: buy.request_id, member: buy.user_id }}
        className="link mono"
      >
        {buy.number}
      </Link>{' '}
      <PersonName>{buy.full_name}</PersonName> · {usdtAmount(formatUsdt(buy.usdt_amount))} ·{' '}
      <RequestStatus status={buy.status} />
    </>
  )
}

function RefundButton({ transfer }: { transfer: ChainTransfer }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay()(refundTransfer)) return null
  return (
    <div>
      <Button variant="ghost" size="sm" onClick={() => setIsOpen(true)}>
        {t('Note a refund')}
      </Button>
      {isOpen && <RefundDialog transfer={transfer} onClosed={() => setIsOpen(false)} />}
    </div>
  )
}
