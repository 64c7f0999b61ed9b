import { ExternalLink } from 'lucide-react'
import { formatUsdt } from '../../../../contract/money.ts'
import type { WithdrawalRequest } from '../../../../contract/requests.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import type { WalletReview } from '../../../../contract/wallet-review.ts'
import { usdtAmount } from '../../../lib/coins-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { toast } from '../../../ui/toast.ts'

interface AddressPanelProps {
  request: WithdrawalRequest
  /** Undefined until the wallet has been read. */
  wallet: WalletReview | null | undefined
}

const emphasised = 6

/**
 * The amount and the network of the payment, and the whole address: as text and as a code, to copy and in the explorer.
 */
export function AddressPanel({ request, wallet }: AddressPanelProps) {
  const { wallet_address: address } = request
  const explorerUrl = wallet?.explorer_url
  return (
    <section aria-label={t('Wallet address')} className="grid justify-items-center gap-4 p-5 text-center">
      <UsdtToPay request={request} wallet={wallet} />
      <p className="text-sm font-medium text-ink-2">{t('to this address')}</p>
      <QrCode text={address} label={t('QR code of the wallet address')} size={180} />
      <WholeAddress address={address} />
      <div className="flex flex-wrap justify-center gap-2">
        <CopyButton text={address} label={t('Copy the wallet address')} size="md" onCopied={() => toast(toasts.copied)}>
          {t('Copy address')}
        </CopyButton>
        {explorerUrl && (
          <a
            href={explorerUrl}
            target="_blank"
            rel="noreferrer"
            className="link inline-flex h-control items-center gap-1.5 px-2"
          >
            {t('Open in the explorer')}
            <ExternalLink aria-hidden="true" size={16} />
            <span className="sr-only">{t('(new tab)')}</span>
          </a>
        )}
      </div>
    </section>
  )
}

/** The amount is fixed by the request. An older withdrawal has only an estimate, which is marked as one. */
function UsdtToPay({ request, wallet }: AddressPanelProps) {
  const usdt = request.usdt_amount ?? wallet?.usdt_estimate
  if (usdt == null) return null
  return (
    <div className="grid justify-items-center gap-1">
      <p className="text-sm font-medium text-ink-2">{t('The operator pays')}</p>
      <p className="flex flex-wrap items-center justify-center gap-2 text-xl font-semibold">
        {usdtAmount(formatUsdt(usdt))}
        {wallet && <Badge>{wallet.network}</Badge>}
        <CopyButton
          text={usdt}
          label={t('Copy the amount in USDT')}
          variant="quiet"
          onCopied={() => toast(toasts.copied)}
        />
      </p>
      {request.usdt_amount === null && (
        <p className="max-w-72 text-sm font-semibold text-wait">
          {t('Estimate at today’s rate: the amount was not fixed when this was asked for.')}
        </p>
      )}
      {request.usdt_rate_is_fallback && (
        <p className="max-w-72 text-sm font-semibold text-wait">{t('Fallback: no exchange rate was to be had')}</p>
      )}
    </div>
  )
}

/**
 * The whole address, never cut. Its start and end, by which people compare, stand out. A screen reader reads it in one
 * piece.
 */
function WholeAddress({ address }: { address: string }) {
  const isLong = address.length > 2 * emphasised
  const [start, middle, end] = isLong
    ? [address.slice(0, emphasised), address.slice(emphasised, -emphasised), address.slice(-emphasised)]
    : [address, '', '']
  return (
    <p className="mono max-w-full text-lg break-all text-ink-2">
      <span className="sr-only">{address}</span>
      <span aria-hidden="true">
        <strong className="text-ink">{start}</strong>
        {middle}
        <strong className="whitespace-nowrap text-ink">{end}</strong>
      </span>
    </p>
  )
}
