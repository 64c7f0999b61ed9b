import { errors } from '../../../../../contract/errors.ts'
import type { TransferRequest } from '../../../../../contract/requests.ts'
import { t } from '../../../../../contract/translate.ts'
import { richText } from '../../../../lib/rich-text.ts'
import { PersonName } from '../../../../ui/person-name.tsx'
import { kinds } from '../../kinds/kinds.ts'
import { rateMatchesText, accountUnderReviewText } from '../common-texts.ts'
import { valueCheck } from '../value-check.ts'
import type { KindReview } from './kind-review.ts'

export const transferReview: KindReview<TransferRequest> = {
  heading: () => kinds.transfer.name,
  usdtOf: () => null,
  QueueNote: ({ request }) => (
    <span className="flex text-sm whitespace-pre text-ink-2">
      {richText('to {name}', { name: <PersonName isCut>{request.recipient_profile.full_name}</PersonName> })}
    </span>
  ),
  fileOf: () => null,
  obstacle: (_, review) => {
    const recipient = review?.effects.find(({ role }) => role === 'recipient')
    return recipient && recipient.status !== 'Active' ? errors.recipient_not_active.message : undefined
  },
  checks: (request, review) => [valueCheck(request, review)],
  agreement: rateMatchesText,
  // A transfer shows the balances of its two members on their cards.
  hasEffectsTable: false,
  Particulars: ({ request }) => (
    <>
      <br />
      {richText('to {name}, {memberId}', {
        name: request.recipient_profile.full_name,
        memberId: <span className="mono">{request.recipient_member_id}</span>,
      })}
    </>
  ),
  rejectionReasons: [
    t('The recipient’s account is not active.'),
    t('Please confirm to support that this transfer is yours.'),
    accountUnderReviewText,
  ],
}
