import { sharersMax, type WalletReview, type WalletWarning } from '../../../../contract/wallet-review.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** What an approval must acknowledge, as somebody says that they have seen it. */
export function walletWarningTexts(wallet: WalletReview | null | undefined): { name: WalletWarning; text: string }[] {
  return (wallet?.warnings ?? []).map((name) => ({ name, text: acknowledgements[name] }))
}

const acknowledgements: Record<WalletWarning, string> = {
  wallet_changed: 'I know that this address is new.',
  wallet_checksum: 'I know that the checksum of this address does not fit.',
}

/** What is doubtful about the address that a withdrawal goes to. */
export function WalletWarnings({ wallet }: { wallet: WalletReview }) {
  const { warnings, changed_at: changedAt, previous_address: previous, shared_with: sharers } = wallet
  return (
    <>
      {warnings.includes('wallet_checksum') && (
        <Notice tone="bad" title="The checksum of this address does not fit.">
          A character is mistyped or missing. What is sent to a wrong address is lost.
        </Notice>
      )}
      {warnings.includes('wallet_changed') && changedAt && (
        <Notice tone="warn" title="The address was changed shortly before the request.">
          <TimeText value={changedAt} relative />
          {previous && (
            <>
              , before that it was <span className="mono break-all">{previous}</span>
            </>
          )}
          .
        </Notice>
      )}
      {sharers > 0 && (
        <Notice tone="warn" title="Other members have the same address.">
          {sharers >= sharersMax ? `${sharers} or more` : sharers} {sharers === 1 ? 'profile has' : 'profiles have'} it,
          too.
        </Notice>
      )}
    </>
  )
}
