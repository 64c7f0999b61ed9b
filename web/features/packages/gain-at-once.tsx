import { useQuery } from '@tanstack/react-query'
import { compare, formatUsd, subtract, type Decimal } from '../../../contract/money.ts'
import { gainAtOnce, type PackageTerms } from '../../../contract/package-terms.ts'
import { t, tn } from '../../../contract/translate.ts'
import { settingsQuery } from '../../lib/public-queries.ts'
import { Notice } from '../../ui/notice.tsx'

interface GainAtOnceProps {
  name: string
  terms: PackageTerms
  /** USD per ET, for withdrawals. */
  rate: Decimal
}

/**
 * Tells the operator what a member gains or loses who buys the package and withdraws at once all its coins that can be
 * withdrawn then. It warns of a gain, because a member can repeat it.
 */
export function GainAtOnce({ name, terms, rate }: GainAtOnceProps) {
  const days = useQuery(settingsQuery).data?.maturity_days
  if (days === undefined) return null
  const gain = gainAtOnce(terms, rate, days)
  const values = { name, rate: formatUsd(rate, 2, 8) }
  const isWaiting = compare(days, '0') > 0
  if (compare(gain, '0') <= 0) {
    return (
      <p className="text-sm text-ink-2">
        {t('A member who buys {name} and withdraws all its coins at once, at {rate} per ET, loses {amount}.', {
          ...values,
          amount: formatUsd(subtract('0', gain)),
        })}
        {isWaiting && ` ${bonusWaits(days)}`}
      </p>
    )
  }
  return (
    <Notice tone="warn" title={t('Members can gain {amount} each time.', { amount: formatUsd(gain) })}>
      {t('So much is left to a member who buys {name} and withdraws all its coins at once, at {rate} per ET.', values)}
      {isWaiting && ` ${bonusWaits(days)}`}
    </Notice>
  )
}

function bonusWaits(days: Decimal): string {
  return tn(
    'Its bonus is not part of that, because it matures after {count} day.',
    'Its bonus is not part of that, because it matures after {count} days.',
    Number(days),
  )
}
