import { ExternalLink } from 'lucide-react'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { toast } from '../../../ui/toast.ts'

interface AddressPanelProps {
  address: string
  /** Null for an address of no network that we know. */
  explorerUrl: string | null
}

const emphasised = 6

/** The address that is paid to: all of it, in signs, as a code, by copy and in the network's explorer. */
export function AddressPanel({ address, explorerUrl }: AddressPanelProps) {
  return (
    <section aria-label={t('Wallet address')} className="grid justify-items-center gap-4 p-5 text-center">
      <p className="text-sm font-medium text-ink-2">{t('Pays to this address')}</p>
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

/** Never cut. The beginning and the end, by which people compare, stand out; a reader hears it in one piece. */
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
