import { formatUsd, formatUsdt } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { profileStatusNames } from '../../../../contract/profile-status-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { Rosette } from '../../../ui/rosette.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { OverdueBadge } from '../overdue-badge.tsx'
import { coinsText, usdtAmount } from '../../../lib/coins-text.ts'
import { requesterOf } from '../request-display.ts'
import type { RequestReview } from './kinds/kind-review.ts'
import { reviewOf } from './kinds/reviews.ts'
import { reviewHeadingId } from './use-approvals.ts'

/** The member of a request, and its amounts. */
export function RequesterHead({ request }: { request: Request }) {
  const { full_name, member_id, email } = requesterOf(request)
  return (
    <>
      <div className="flex items-start gap-3">
        <span className="text-link">
          <Rosette seed={request.id} size={44} bands={2} strokeWidth={0.35} />
        </span>
        <div className="min-w-0 text-sm text-ink-3">
          <h2 id={reviewHeadingId} tabIndex={-1} className="text-lg font-semibold text-ink">
            <PersonName>{full_name}</PersonName>
          </h2>
          <p>
            <span className="mono">{member_id}</span> · <span className="wrap-anywhere">{email}</span>
          </p>
          <p>
            {reviewOf(request).heading(request)} · <span className="mono">{request.number}</span> ·{' '}
            <TimeText value={request.created_at} relative />
          </p>
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <OverdueBadge request={request} />
        <span>{amountsOf(request).join(' · ')}</span>
      </p>
    </>
  )
}

interface RequesterFactsProps {
  request: Request
  member: RequestReview['member'] | undefined
}

/** The facts about the member of a request. */
export function RequesterFacts({ request, member }: RequesterFactsProps) {
  if (!member) return null
  return (
    <>
      <p className="text-sm text-ink-2">
        {profileStatusNames[member.status]}
        {member.first_purchase_done ? '' : ` · ${t('first purchase')}`} · {pastBuysText(member)}
      </p>
      {member.status !== 'Active' && request.status === 'pending' && (
        <Notice
          tone="warn"
          title={member.status === 'Suspended' ? t('This account is suspended.') : t('This account is inactive.')}
        />
      )}
    </>
  )
}

/** Returns the amounts that the kind has: coins, USD, USDT. */
function amountsOf(request: Request): string[] {
  const usdt = reviewOf(request).usdtOf(request)
  const amounts = [coinsText(request.amount_coins), formatUsd(request.amount_usd)]
  return usdt === null ? amounts : [...amounts, usdtAmount(formatUsdt(usdt))]
}

function pastBuysText({ approved_buys: approved, rejected_buys: rejected }: RequestReview['member']): string {
  return tn('{count} past buy, {rejected} rejected', '{count} past buys, {rejected} rejected', approved, { rejected })
}
