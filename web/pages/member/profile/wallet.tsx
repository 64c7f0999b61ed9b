import { ExternalLink } from 'lucide-react'
import type { Profile } from '../../../../contract/profiles.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { AddressBook } from './address-book.tsx'
import { SendingAddresses } from './sending-addresses.tsx'
import { WalletForm } from './wallet-form.tsx'
import { WalletQr } from './wallet-qr.tsx'
import { EmphasisedAddress } from '../../../features/requests/deposit-address.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/toast.ts'

/** The address to which withdrawals are paid. */
export function WalletSection({ profile }: { profile: Profile }) {
  const { wallet_address: address } = profile
  return (
    <div className="grid gap-6">
      {address === null ? (
        <p className="text-ink-2">{t('Withdrawals are paid to this address. None is set yet.')}</p>
      ) : (
        <SavedWallet address={address} profile={profile} />
      )}
      <WalletForm profile={profile} />
      <AddressBook profile={profile} />
      <SendingAddresses />
    </div>
  )
}

interface SavedWalletProps {
  address: string
  profile: Profile
}

function SavedWallet({ address, profile }: SavedWalletProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      {profile.usdt_qr_code_url !== null && <WalletQr userId={profile.id} address={address} />}
      <div className="min-w-52 flex-1">
        <p className="text-sm font-medium text-ink-2">{t('Withdrawals are paid to')}</p>
        <EmphasisedAddress address={address} />
        <div className="mt-2 flex flex-wrap gap-2 max-sm:[&>*]:w-full">
          <CopyButton
            text={address}
            label={t('Copy your wallet address')}
            size="md"
            onCopied={() => toast(toasts.copied)}
          >
            {t('Copy address')}
          </CopyButton>
          {profile.wallet_link !== null && (
            <Button variant="quiet" asChild>
              <a
                href={profile.wallet_link}
                target="_blank"
                rel="noreferrer"
                aria-label={t('Look it up in the block explorer, in a new tab')}
              >
                <ExternalLink aria-hidden="true" />
                {t('Look it up')}
              </a>
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
