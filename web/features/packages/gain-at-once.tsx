import { compare, formatUsd, subtract, type Decimal } from '../../../contract/money.ts'
import { gainAtOnce, type PackageTerms } from '../../../contract/package-terms.ts'
import { t } from '../../../contract/translate.ts'
import { Notice } from '../../ui/notice.tsx'

interface GainAtOnceProps {
  name: string
  terms: PackageTerms
  /** USD per ET, for withdrawals. */
  rate: Decimal
}

/**
 * Tells the operator what a member gains or loses who buys the package and withdraws all its coins at once. It warns of
 * a gain, because a member can repeat it.
 */
export function GainAtOnce({ name, terms, rate }: GainAtOnceProps) {
  const gain = gainAtOnce(terms, rate)
  const values = { name, rate: formatUsd(rate, 2, 8) }
  if (compare(gain, '0') <= 0) {
    return (
      <p className="text-sm text-ink-2">
        {t('A member who buys {name} and withdraws all its coins at once, at {rate} per ET, loses {amount}.', {
          ...values,
          amount: formatUsd(subtract('0', gain)),
        })}
      </p>
    )
  }
  return (
    <Notice tone="warn" title={t('Members can gain {amount} each time.', { amount: formatUsd(gain) })}>
      {t('So much is left to a member who buys {name} and withdraws all its coins at once, at {rate} per ET.', values)}
    </Notice>
  )
}
