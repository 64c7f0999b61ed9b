import { t, tn } from '../../../../contract/translate.ts'
import { addressSharersMax } from '../../../../contract/endpoints/request-review.ts'
import type { WalletReview } from '../../../../contract/wallet-review.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** The doubts about the address of a withdrawal. */
export function WalletWarnings({ wallet }: { wallet: WalletReview }) {
  const { warnings, changed_at: changedAt, previous_address: previous, shared_with: sharers } = wallet
  const time = changedAt && <TimeText value={changedAt} relative />
  return (
    <>
      {warnings.includes('wallet_checksum') && (
        <Notice tone="bad" title={t('The checksum of this address does not fit.')}>
          {t('A character is mistyped or missing. What is sent to a wrong address is lost.')}
        </Notice>
      )}
      {warnings.includes('wallet_changed') && time && (
        <Notice tone="warn" title={t('The address was changed shortly before the request.')}>
          {previous
            ? richText('{time}, before that it was {address}.', {
                time,
                address: <span className="mono break-all">{previous}</span>,
              })
            : richText('{time}.', { time })}
        </Notice>
      )}
      {sharers > 0 && (
        <Notice tone="warn" title={t('Other members have the same address.')}>
          {sharers >= addressSharersMax
            ? t('{count} or more profiles have it, too.', { count: sharers })
            : tn('{count} profile has it, too.', '{count} profiles have it, too.', sharers)}
        </Notice>
      )}
    </>
  )
}
