import { ExternalLink } from 'lucide-react'
import type { Profile } from '../../../contract/profiles.ts'
import { toasts } from '../../../contract/texts.ts'
import { WalletForm } from '../../features/profile/wallet-form.tsx'
import { EmphasisedAddress } from '../../features/requests/deposit-address.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast.ts'

/** Where withdrawals are paid to. */
export function WalletSection({ profile }: { profile: Profile }) {
  const { wallet_address: address } = profile
  return (
    <div className="grid gap-6">
      {address === null ? (
        <p className="text-ink-2">Withdrawals are paid to this address. None is set yet.</p>
      ) : (
        <SavedWallet address={address} link={profile.wallet_link} qrUrl={profile.usdt_qr_code_url} />
      )}
      <WalletForm profile={profile} />
    </div>
  )
}

interface SavedWalletProps {
  address: string
  link: string | null
  qrUrl: string | null
}

function SavedWallet({ address, link, qrUrl }: SavedWalletProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      {qrUrl !== null && (
        <img
          // Another address is another picture at the same place.
          key={address}
          src={qrUrl}
          width={150}
          height={150}
          alt="QR code of your wallet address"
          className="rounded-2 border border-line bg-white"
        />
      )}
      <div className="min-w-52 flex-1">
        <p className="text-sm font-medium text-ink-2">Withdrawals are paid to</p>
        <EmphasisedAddress address={address} />
        <div className="mt-2 flex flex-wrap gap-2 max-sm:[&>*]:w-full">
          <CopyButton text={address} label="Copy your wallet address" size="md" onCopied={() => toast(toasts.copied)}>
            Copy address
          </CopyButton>
          {link !== null && (
            <Button variant="quiet" asChild>
              <a href={link} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden="true" />
                Look it up
                <span className="sr-only"> in the block explorer, in a new tab</span>
              </a>
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
