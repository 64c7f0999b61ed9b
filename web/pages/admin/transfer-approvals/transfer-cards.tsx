import { ArrowDown } from 'lucide-react'
import { formatCoins } from '../../../../contract/money.ts'
import type { Effect } from '../../../../contract/request-review.ts'
import type { TransferRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { profileStatusNames } from '../../../../contract/profile-status-names.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeArrow } from '../../../features/requests/change-arrow.tsx'
import { coinsText } from '../../../lib/coins-text.ts'
import { kindNames } from '../../../features/requests/request-display.ts'
import { balanceMeasures } from '../../../features/requests/approvals/balance-measures.ts'
import { RequesterLink } from '../../../features/requests/approvals/requester-link.tsx'
import type { RequestReview } from '../../../features/requests/approvals/kinds/kind-review.ts'

interface TransferCardsProps {
  request: TransferRequest
  review: RequestReview | undefined
}

/** The sender and the recipient, each with the balance before and after. */
export function TransferCards({ request, review }: TransferCardsProps) {
  const find = (role: Effect['role']) => review?.effects.find((effect) => effect.role === role)
  const isDecided = review !== undefined && review.effects.length === 0
  return (
    <section
      aria-label={kindNames.transfer}
      className="grid h-full content-start justify-items-center gap-3 bg-sunken p-5"
    >
      <PersonCard title={t('Sender')} person={request.sender_profile} effect={find('member')} hasEffect={!isDecided} />
      <p className="flex items-center gap-2 text-lg font-semibold">
        <ArrowDown aria-hidden="true" size={20} className="text-link" />
        {coinsText(request.amount_coins)}
      </p>
      <PersonCard
        title={t('Recipient')}
        person={request.recipient_profile}
        effect={find('recipient')}
        hasEffect={!isDecided}
      />
    </section>
  )
}

interface PersonCardProps {
  title: string
  person: TransferRequest['recipient_profile']
  effect: Effect | undefined
  /** Off for a decided request, which no longer changes a balance. */
  hasEffect: boolean
}

function PersonCard({ title, person, effect, hasEffect }: PersonCardProps) {
  const name = <PersonName>{person.full_name}</PersonName>
  return (
    <article aria-label={title} className="grid w-full max-w-96 gap-3 rounded-3 border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <Avatar name={person.full_name} size={40} />
        <div className="min-w-0 text-sm text-ink-3">
          <p>{title}</p>
          <p className="font-semibold text-ink">
            {effect ? <RequesterLink userId={effect.user_id}>{name}</RequesterLink> : name}
          </p>
          <p className="mono">{person.member_id}</p>
          <p className="break-all">{person.email}</p>
          {effect && effect.status !== 'Active' && (
            <p className="font-semibold text-bad">{profileStatusNames[effect.status]}</p>
          )}
        </div>
      </div>
      {hasEffect && !effect && <Skeleton className="h-6 w-40" />}
      {effect && (
        <dl className="grid gap-1 text-sm">
          {balanceMeasures(effect).map(({ name, before, after }) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-ink-2">{name}</dt>
              <dd>
                {formatCoins(before)} <ChangeArrow />
                <span className="sr-only">{t('becomes')}</span>{' '}
                <strong className="font-semibold">{formatCoins(after)}</strong>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}

/** Points out the first transfer between two members, which deserves a closer look. */
export function FirstTransferNote({ review }: { review: RequestReview }) {
  if (!review.is_first_transfer) return null
  return <Notice title={t('This is the first transfer between these two.')} />
}
