import { Link } from '@tanstack/react-router'
import { errors } from '../../../contract/errors.ts'
import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { useWalletCheck, type WalletCheck } from '../../features/profile/use-wallet-check.ts'
import { WalletChangeNote } from '../../features/profile/wallet-change-note.tsx'
import { EmphasisedAddress } from '../../features/requests/deposit-address.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

interface DestinationProps {
  /** Null while the profile has none. */
  address: string | null
  fault: string | undefined
}

/** Where the money goes. It is changed in the profile alone, so that nobody types an address in passing. */
export function Destination({ address, fault }: DestinationProps) {
  return (
    <Card title={t('Destination')} data-fault={Boolean(fault) || undefined}>
      {address === null ? <NoWallet isMissed={Boolean(fault)} /> : <OwnWallet address={address} />}
      {fault && address !== null && (
        <Notice tone="bad" role="alert" className="mt-4">
          {fault}
        </Notice>
      )}
    </Card>
  )
}

function NoWallet({ isMissed }: { isMissed: boolean }) {
  return (
    <Notice
      // Another element once it was missed, as only what is new on a page is read out.
      key={String(isMissed)}
      tone={isMissed ? 'bad' : 'warn'}
      role={isMissed ? 'alert' : undefined}
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to="/dashboard/profile" hash="wallet">
            {t('Set the wallet address')}
          </Link>
        </Button>
      }
    >
      {errors.wallet_address_missing.message}
    </Notice>
  )
}

function OwnWallet({ address }: { address: string }) {
  const check = useWalletCheck(address)
  return (
    <div className="grid gap-3">
      <div>
        <p className="text-sm font-medium text-ink-2">
          {t('Wallet address of your profile')}
          {networkOf(check)}
        </p>
        <EmphasisedAddress address={address} />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        <CopyButton text={address} label={t('Copy your wallet address')} onCopied={() => toast(toasts.copied)}>
          {t('Copy address')}
        </CopyButton>
        <Button asChild variant="quiet" size="sm">
          <Link to="/dashboard/profile" hash="wallet">
            {t('Change it in your profile')}
          </Link>
        </Button>
      </div>
      <AddressWarning check={check} />
      <WalletChangeNote />
    </div>
  )
}

/** What is doubtful about an address, before coins go there. */
export function AddressWarning({ check }: { check: WalletCheck | undefined }) {
  if (!check || (check.network !== null && check.checksum !== 'bad')) return null
  return (
    <Notice
      tone={check.checksum === 'bad' ? 'bad' : 'warn'}
      role="status"
      title={
        check.checksum === 'bad'
          ? t('The checksum of this address does not fit.')
          : t('This is no address of a network that we know.')
      }
    >
      {t('What is sent to a wrong address is lost. Compare it with your wallet before you submit.')}
    </Notice>
  )
}

/** By the form of the address, which is all that is known of it. */
export function networkOf(check: WalletCheck | undefined): string {
  return check?.network ? ` · ${networkNames[check.network]}` : ''
}

const networkNames = { TRON: t('TRON network (TRC20)'), EVM: t('EVM network') }
