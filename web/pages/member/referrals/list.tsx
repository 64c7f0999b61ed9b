import { formatCoins } from '../../../../contract/money.ts'
import type { Referral } from '../../../../contract/referrals.ts'
import { t } from '../../../../contract/translate.ts'
import { maskEmail, referralDisplay } from './referral-display.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

interface ReferralRowsProps {
  referrals: readonly Referral[]
  hasEmails: boolean
}

export function ReferralTable({ referrals, hasEmails }: ReferralRowsProps) {
  return (
    <Table label={t('Friends')}>
      <thead>
        <tr>
          <HeaderCell>{t('Name')}</HeaderCell>
          <HeaderCell>{t('Email')}</HeaderCell>
          <HeaderCell>{t('Joined')}</HeaderCell>
          <HeaderCell>{t('Status')}</HeaderCell>
          <HeaderCell numeric>{t('Reward')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {referrals.map((referral) => (
          <tr key={referral.id}>
            <Cell className="font-semibold">
              <PersonName>{referral.full_name}</PersonName>
            </Cell>
            <Cell className="wrap-anywhere text-ink-2">{hasEmails ? referral.email : maskEmail(referral.email)}</Cell>
            <Cell className="whitespace-nowrap text-ink-3">
              <TimeText value={referral.joined_at} />
            </Cell>
            <Cell>
              <Status referral={referral} />
            </Cell>
            <Cell numeric>
              <Reward referral={referral} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The friends as cards, for screens without room for a table. */
export function ReferralCards({ referrals, hasEmails }: ReferralRowsProps) {
  return (
    <ul aria-label={t('Friends')}>
      {referrals.map((referral) => (
        <li key={referral.id} className="flex gap-3 border-t border-line px-5 py-3.5 first:border-t-0">
          <Avatar name={referral.full_name} seed={referral.id} size={36} />
          <div className="grid min-w-0 flex-1 gap-0.5">
            <p className="font-semibold">
              <PersonName>{referral.full_name}</PersonName>
            </p>
            <p className="text-sm wrap-anywhere text-ink-2">{hasEmails ? referral.email : maskEmail(referral.email)}</p>
            <p className="text-sm text-ink-3">
              {richText('Joined {time}', { time: <TimeText value={referral.joined_at} /> })}
            </p>
            <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
              <Status referral={referral} />
              <Reward referral={referral} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Status({ referral: { status } }: { referral: Referral }) {
  return <StatusBadge status={status} {...referralDisplay[status]} />
}

/** A reward that was paid has a plus sign. A reward that is still expected has none. */
function Reward({ referral: { status, reward_coins: coins } }: { referral: Referral }) {
  const { mask } = useHiddenAmounts()
  if (coins === null) return <span className="text-ink-3">—</span>
  if (status !== 'Bonus Awarded') return <Amount value={mask(formatCoins(coins))} unit="ET" className="text-ink-3" />
  return <Amount value={mask(`+${formatCoins(coins)}`)} unit="ET" direction="in" className="font-semibold" />
}
