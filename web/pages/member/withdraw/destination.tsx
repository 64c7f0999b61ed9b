import { Link } from '@tanstack/react-router'
import { errors } from '../../../../contract/errors.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import type { WalletCheck } from '../../../lib/use-wallet-check.ts'
import { AddressChoice } from './address-choice.tsx'
import type { WithdrawalForm } from './use-withdrawal-form.ts'
import { WalletChangeNote } from './wallet-change-note.tsx'
import { walletError } from '../../../lib/wallet-error.ts'
import { EmphasisedAddress } from '../../../features/requests/deposit-address.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'

/**
 * The address that the money goes to. It is one of the profile's addresses, so that no member types an address in
 * passing.
 */
export function Destination({ form }: { form: WithdrawalForm }) {
  const { address, walletCheck: check } = form
  const { wallet: fault } = form.faults
  return (
    <Card title={t('Destination')} data-fault={Boolean(fault) || undefined}>
      <AddressChoice form={form} />
      {address === null ? (
        <NoWallet isMissed={Boolean(fault)} />
      ) : (
        <OwnWallet address={address} check={check} isMissed={Boolean(fault)} />
      )}
      {fault && address !== null && !check?.refusal && (
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
      // After a missed attempt the notice gets another key. Screen readers announce only a new element.
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

interface OwnWalletProps {
  address: string
  check: WalletCheck | undefined
  isMissed: boolean
}

function OwnWallet({ address, check, isMissed }: OwnWalletProps) {
  const fault = check && walletError(check)
  return (
    <div className="grid gap-3">
      {fault && (
        <Notice
          // A new key makes screen readers announce the notice again after a missed attempt.
          key={String(isMissed)}
          tone="bad"
          role={isMissed ? 'alert' : 'status'}
          title={fault.title}
          action={<ProfileLink variant="ghost" />}
        >
          {fault.text}
        </Notice>
      )}
      <div>
        <p className="text-sm font-medium text-ink-2">
          {t('Wallet address of your profile')}
          {networkSuffix(check)}
        </p>
        <EmphasisedAddress address={address} />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        <CopyButton text={address} label={t('Copy your wallet address')} onCopied={() => toast(toasts.copied)}>
          {t('Copy address')}
        </CopyButton>
        {!fault && <ProfileLink variant="quiet" />}
      </div>
      <AddressWarning check={check} />
      <WalletChangeNote />
    </div>
  )
}

function ProfileLink({ variant }: { variant: 'ghost' | 'quiet' }) {
  return (
    <Button asChild variant={variant} size="sm">
      <Link to="/dashboard/profile" hash="wallet">
        {t('Change it in your profile')}
      </Link>
    </Button>
  )
}

/** A warning about an address that looks doubtful but can receive coins. */
export function AddressWarning({ check }: { check: WalletCheck | undefined }) {
  if (!check || check.refusal !== null || check.network !== null) return null
  return (
    <Notice tone="warn" role="status" title={t('This is no address of a network that we know.')}>
      {t('What is sent to a wrong address is lost. Compare it with your wallet before you submit.')}
    </Notice>
  )
}

/** Returns the name of the network that the form of the address tells. */
export function networkSuffix(check: WalletCheck | undefined): string {
  return check?.network_name ? ` · ${check.network_name}` : ''
}
