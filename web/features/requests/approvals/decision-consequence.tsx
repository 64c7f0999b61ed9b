import { formatUsd } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { requestTitle, requesterOf } from '../request-display.ts'
import { reviewOf } from './kinds/reviews.ts'
import type { Decision } from './use-decision.ts'
import { PersonName } from '../../../ui/person-name.tsx'

/** The subject of a decision, and the member. */
export function Consequence({ decision: { request, status } }: { decision: Decision }) {
  const { full_name, member_id } = requesterOf(request)
  const title = requestTitle(request)
  const { Particulars } = reviewOf(request)
  return (
    <>
      <strong className="font-semibold text-ink">
        {status === 'approved'
          ? t('Approve: {request}', { request: title })
          : t('Reject: {request}', { request: title })}
      </strong>
      <br />
      <PersonName>{full_name}</PersonName>, <span className="mono">{member_id}</span> · {formatUsd(request.amount_usd)}
      <Particulars request={request} />
    </>
  )
}
