import { t } from '../../../../contract/translate.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { WalletCheck } from '../../../lib/use-wallet-check.ts'
import { walletError } from '../../../lib/wallet-error.ts'

/** Confirms an address of a known network with a right checksum. */
export function confirmedText(check: WalletCheck | undefined): string | undefined {
  if (!check?.network_name || check.checksum !== 'ok' || check.refusal !== null) return undefined
  return t('{network} address, the checksum fits.', { network: check.network_name })
}

/** A warning about a doubtful address, before it is saved. */
export function WalletWarning({ check }: { check: WalletCheck | undefined }) {
  const warning = check && findWarning(check)
  return (
    <div role="status" className="empty:hidden">
      {warning && (
        <Notice tone={warning.tone} title={warning.title}>
          {warning.text}
        </Notice>
      )}
    </div>
  )
}

function findWarning(check: WalletCheck) {
  // The field itself says that such an address cannot be saved.
  if (check.refusal === 'wallet_of_platform') return undefined
  const fault = walletError(check)
  if (fault) return { tone: 'bad', ...fault } as const
  if (check.network === null) {
    return {
      tone: 'warn',
      title: t('This is no address of a network that we know.'),
      text: t('Compare it with your wallet before you save it.'),
    } as const
  }
  if (check.checksum === 'ok') return undefined
  return {
    tone: 'warn',
    title: t('This address has no checksum.'),
    text: t('Compare it with your wallet, above all the first and last six characters.'),
  } as const
}
