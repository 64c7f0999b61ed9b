import { t } from '../../../contract/translate.ts'
import { Notice } from '../../ui/notice.tsx'
import type { WalletCheck } from './use-wallet-check.ts'

const networkNames = { TRON: 'TRON (TRC20)', EVM: 'EVM' }

/** What a check found to be right. */
export function confirmedText(check: WalletCheck | undefined): string | undefined {
  if (!check?.network || check.checksum !== 'ok') return undefined
  return t('{network} address, the checksum fits.', { network: networkNames[check.network] })
}

/** What a check found to be doubtful, before the address is saved. */
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

function findWarning({ network, checksum }: WalletCheck) {
  if (network === null) {
    return {
      tone: checksum === 'bad' ? 'bad' : 'warn',
      title: t('This is no address of a network that we know.'),
      text: t('Compare it with your wallet before you save it.'),
    } as const
  }
  if (checksum === 'bad') {
    return {
      tone: 'bad',
      title: t('The checksum of this address does not fit.'),
      text: t('A character is mistyped or missing. Coins that are sent to a wrong address are lost.'),
    } as const
  }
  if (checksum === 'ok') return undefined
  return {
    tone: 'warn',
    title: t('This address has no checksum.'),
    text: t('Compare it with your wallet, above all the first and last six characters.'),
  } as const
}
