import { ShieldAlert } from 'lucide-react'
import type { getDepositInstructions } from '../../../contract/endpoints/settings.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { toasts, defaultDepositInstructions } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toast } from '../../ui/toast.ts'

export type DepositInstructions = OutputOf<typeof getDepositInstructions>

/** The instructions while an address is set. Without one, buying is closed. */
export type OpenDeposit = DepositInstructions & { address: string }

/** The destination of the payment: network, full address and QR code, always together. */
export function DepositAddress({ address, deposit }: { address: string; deposit: DepositInstructions }) {
  const instructions = deposit.are_instructions_usual
    ? defaultDepositInstructions(deposit.network)
    : deposit.instructions
  return (
    <div className="grid gap-4">
      <Notice tone="warn" icon={ShieldAlert} title={t('Send only USDT on {network}.', { network: deposit.network })}>
        {t('What is sent on any other network, or in another currency, cannot be recovered.')}
      </Notice>
      {deposit.is_placeholder && (
        <Notice tone="bad" title={t('Placeholder address.')}>
          {t(
            'This installation has no deposit address of its own yet. Nobody receives what is sent here: do not send real money.',
          )}
        </Notice>
      )}
      {/* On a phone the address comes first: a person who pays with the phone copies it, and cannot scan its own
          screen. */}
      <div className="flex flex-wrap items-center gap-4">
        <div className="min-w-52 flex-1">
          <p className="text-sm font-medium text-ink-2">
            {t('Deposit address ({network})', { network: deposit.network })}
          </p>
          <EmphasisedAddress address={address} />
          <CopyButton
            text={address}
            label={t('Copy the deposit address')}
            className="mt-2 max-sm:h-touch max-sm:w-full"
            onCopied={() => toast(toasts.copied)}
          >
            {t('Copy address')}
          </CopyButton>
        </div>
        <div className="overflow-hidden rounded-2 border border-line bg-white">
          <QrCode text={address} label={t('QR code of the deposit address')} />
          {deposit.is_placeholder && (
            <Badge tone="bad" className="flex justify-center rounded-none">
              {t('Demo')}
            </Badge>
          )}
        </div>
      </div>
      {instructions.length > 0 && (
        <ol className="grid list-decimal gap-1 ps-5 text-sm text-ink-2">
          {instructions.map((instruction) => (
            <li key={instruction}>{instruction}</li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The whole address. Its first and last six characters stand out, because people compare those. */
export function EmphasisedAddress({ address }: { address: string }) {
  const endStyles = 'font-bold text-link'
  return (
    <p className="mono text-sm break-all" translate="no">
      <b className={endStyles}>{address.slice(0, 6)}</b>
      {address.slice(6, -6)}
      <b className={endStyles}>{address.slice(-6)}</b>
    </p>
  )
}
