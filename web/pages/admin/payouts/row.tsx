import { useState } from 'react'
import { failPayout, recordPayouts } from '../../../../contract/endpoints/payouts.ts'
import { formatDecimal, formatUsdt } from '../../../../contract/money.ts'
import type { Payout } from '../../../../contract/payouts.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { usdtAmount } from '../../../lib/coins-text.ts'
import { MemberLink } from '../../../features/data-list/member-link.tsx'
import { PayoutHistory } from '../../../features/requests/payouts/payout-history.tsx'
import { findingTexts, payoutStatus } from '../../../features/requests/payouts/payout-findings.ts'
import { TransactionHash } from '../../../features/requests/payouts/transaction-hash.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { toast } from '../../../ui/toast.ts'
import { FailDialog } from './fail-dialog.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface PayoutRowProps {
  payout: Payout
  isChosen?: boolean
  onChosen?: (isChosen: boolean) => void
}

/** One payout with its amount and address to copy, what the network says, and what can be done. */
export function PayoutRow({ payout, isChosen, onChosen }: PayoutRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { number, since, usdt_amount: usdt, wallet_address: address, hash } = payout
  const { label, tone } = payoutStatus(payout)
  return (
    <li className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {onChosen && (
          <Checkbox
            checked={isChosen ?? false}
            onChange={(event) => onChosen(event.target.checked)}
            aria-label={t('Choose {number} for the file', { number })}
          />
        )}
        <h2 className="mono font-semibold">{number}</h2>
        <StatusBadge status={payout.check ?? payout.state} tone={tone} label={label} />
        <span className="flex-1">
          <MemberLink userId={payout.user_id} fullName={payout.full_name} memberId={payout.member_id} />
        </span>
        <TimeText value={since} relative />
      </div>
      <Warnings payout={payout} />
      <p className="flex flex-wrap items-center gap-x-2 text-lg font-semibold">
        {usdt === null ? t('Unknown') : usdtAmount(formatUsdt(usdt))}
        {usdt !== null && <Copy text={usdt} label={t('Copy the amount in USDT')} />}
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="mono min-w-0 break-all">{address}</span>
        <Copy text={address} label={t('Copy the wallet address')} />
      </p>
      {hash !== null && <TransactionHash hash={hash} address={address} />}
      <div className="flex flex-wrap gap-2">
        <Actions payout={payout} />
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('Hide details') : t('Details')}
        </Button>
      </div>
      {isOpen && (
        <div className="flex flex-wrap gap-6 pt-2">
          <QrCode text={address} label={t('QR code of the wallet address')} size={150} />
          <div className="min-w-64 flex-1">
            <PayoutHistory userId={payout.user_id} requestId={payout.request_id} />
          </div>
        </div>
      )}
    </li>
  )
}

function Copy({ text, label }: { text: string; label: string }) {
  return <CopyButton text={text} label={label} variant="quiet" onCopied={() => toast(toasts.copied)} />
}

function Warnings({ payout }: { payout: Payout }) {
  const { finding, found_amount: found, check, asked_at: askedAt, failure, is_stopped: isStopped } = payout
  return (
    <>
      {isStopped && (
        <Notice tone="bad">
          {t('The owner of this account has stopped withdrawals. Speak with them before you pay.')}
        </Notice>
      )}
      {finding !== null && (
        <Notice tone="bad">
          {findingTexts[finding]} {found !== null && t('It moves {amount}.', { amount: formatDecimal(found, 2, 6) })}
        </Notice>
      )}
      {(check === 'not_found' || check === 'could_not_check') && askedAt !== null && (
        <p className="text-ink-2">{richText('Last asked {time}.', { time: <TimeText value={askedAt} relative /> })}</p>
      )}
      {failure !== null && (
        <p className="wrap-anywhere text-ink-2">{t('Last failure: {reason}', { reason: failure })}</p>
      )}
    </>
  )
}

function Actions({ payout }: { payout: Payout }) {
  const may = useMay()
  const [open, setOpen] = useState<'record' | 'fail'>()
  const { state } = payout
  const close = () => setOpen(undefined)
  return (
    <>
      {may(recordPayouts) && state === 'to_pay' && (
        <Button size="sm" onClick={() => setOpen('record')}>
          {t('Record the transaction')}
        </Button>
      )}
      {may(recordPayouts) && state === 'sent' && (
        <Button variant="ghost" size="sm" onClick={() => setOpen('record')}>
          {t('Correct the hash')}
        </Button>
      )}
      {may(failPayout) && state === 'sent' && (
        <Button variant="ghost" size="sm" onClick={() => setOpen('fail')}>
          {t('Mark as failed')}
        </Button>
      )}
      {open === 'record' && <RecordDialog payout={payout} onClosed={close} />}
      {open === 'fail' && <FailDialog payout={payout} onClosed={close} />}
    </>
  )
}
