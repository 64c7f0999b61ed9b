import type { ApprovalWarning } from '../../../../contract/approval-warnings.ts'
import type { ChainCandidate } from '../../../../contract/chain-review.ts'
import { t } from '../../../../contract/translate.ts'
import type { RequestReview } from './kinds/kind-review.ts'

export interface WarningText {
  name: ApprovalWarning
  text: string
}

/** Returns the sentences that an approval must acknowledge, in the words of the administrator. */
export function warningTexts(review: RequestReview | undefined, chosen: readonly ChainCandidate[] = []): WarningText[] {
  return [...(review?.warnings ?? []), ...transferWarningsOf(chosen)].map((name) => ({
    name,
    text:
      name === 'owner_not_active' && review?.member.status === 'Suspended'
        ? t('I know that this account is suspended.')
        : acknowledgements[name],
  }))
}

/** Returns the warnings about the chosen transfers, as the server does. */
function transferWarningsOf(chosen: readonly ChainCandidate[]): ApprovalWarning[] {
  const isClaimed = chosen.some(({ named_by_others: count }) => count > 0)
  const isOfOther = chosen.some(({ sender }) => sender === 'other' || sender === 'shared')
  return [...(isClaimed ? (['transfer_claimed'] as const) : []), ...(isOfOther ? (['transfer_of_other'] as const) : [])]
}

const acknowledgements: Record<ApprovalWarning, string> = {
  wallet_changed: t('I know that this address is new.'),
  wallet_checksum: t('I know that the checksum of this address does not fit.'),
  same_file: t('I know that the same file came with another request.'),
  same_transaction_hash: t('I know that the same transaction hash came with another request.'),
  owner_not_active: t('I know that this account is inactive.'),
  transfer_claimed: t('I know that another member names one of these transfers, too.'),
  transfer_of_other: t('I know that another member has registered the address of the sender.'),
  rate_fallback: t('I know that no exchange rate was to be had, and that 1 USDT counts as 1 USD here.'),
}
