import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatExactUsdt } from '../../../../contract/money.ts'
import type { ChainCandidate } from '../../../../contract/chain-review.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { usdtAmount } from '../../../lib/coins-text.ts'
import { ExplorerLink } from '../../../features/requests/explorer-link.tsx'
import type { PaymentState } from '../../../features/requests/approvals/use-payment.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { TimeText } from '../../../ui/time-text.tsx'

interface ChainTransferProps {
  transfer: ChainCandidate
  payment: PaymentState
  /** True while the request is pending. */
  isOpen: boolean
}

/** A final transfer with a line for each thing that it says, and the choice to let it pay for the request. */
export function ChainTransfer({ transfer, payment, isOpen }: ChainTransferProps) {
  const { usdt, used, strength } = transfer
  return (
    <div className="grid gap-2 rounded-2 border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{usdtAmount(formatExactUsdt(usdt))}</strong>
        <Badge tone={strength === 'A' || strength === 'B' ? 'ok' : 'neutral'}>
          {strength === null ? t('No strength') : t('Strength {letter}', { letter: strength })}
        </Badge>
        <span className="ms-auto">
          <ExplorerLink href={transfer.explorer_url} />
        </span>
      </p>
      <ul className="grid gap-1">
        {linesOf(transfer).map(({ name, isGood, text }) => (
          <Line key={name} isGood={isGood}>
            {text}
          </Line>
        ))}
        <li className="ps-6 text-ink-2">
          <TimeText value={transfer.block_time} /> · <span className="mono break-all">{transfer.from_address}</span>
        </li>
      </ul>
      {isOpen && used === null && transfer.is_right_address && (
        <Checkbox checked={payment.has(transfer)} disabled={payment.isFixed} onChange={() => payment.toggle(transfer)}>
          {t('This transfer pays for the request')}
        </Checkbox>
      )}
    </div>
  )
}

function Line({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? Check : TriangleAlert
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" size={16} className={cn('mt-1 flex-none', isGood ? 'text-ok' : 'text-wait')} />
      <span>{children}</span>
    </li>
  )
}

function linesOf(transfer: ChainCandidate) {
  const {
    amount,
    timing,
    sender,
    is_right_address: isRight,
    named_by_others: named,
    same_amount_open: same,
    used,
  } = transfer
  return [
    { name: 'amount', isGood: amount === 'exact', text: amounts[amount] },
    {
      name: 'address',
      isGood: isRight,
      text: isRight
        ? t('To the deposit address of its time')
        : t('To an address that was not the deposit address then'),
    },
    { name: 'final', isGood: true, text: t('Final USDT transfer') },
    { name: 'time', isGood: timing === 'in_time', text: timings[timing] },
    { name: 'sender', isGood: sender === 'own', text: senders[sender] },
    ...(named > 0
      ? [
          {
            name: 'named',
            isGood: false,
            text: tn(
              'Another member names this transfer, too',
              '{count} other members’ requests name this transfer, too',
              named,
            ),
          },
        ]
      : []),
    ...(same > 0
      ? [
          {
            name: 'same',
            isGood: false,
            text: tn('Another open buy has this amount', '{count} other open buys have this amount', same),
          },
        ]
      : []),
    ...(used === null ? [] : [{ name: 'used', isGood: used === 'this', text: uses[used] }]),
  ]
}

const amounts = {
  exact: t('Exactly the amount of the request'),
  under: t('Less than the request costs'),
  over: t('More than the request costs'),
}
const timings = {
  in_time: t('After the request was made'),
  early: t('Before the request was made'),
  late: t('After the request would have expired'),
}
const senders = {
  own: t('From an address that this member had registered'),
  other: t('From an address that another member has registered'),
  shared: t('From an address that several members have registered'),
  unknown: t('From an address that no member has registered'),
}
const uses = {
  this: t('Pays for this request'),
  other: t('Pays for another request'),
  refund: t('Was sent back'),
}
