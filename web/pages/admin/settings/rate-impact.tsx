import { compare, formatCoins, formatUsd, subtract } from '../../../../contract/money.ts'
import type { RateImpact } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The platform's debt to its members at a rate, compared with the amount that they have paid. */
export function RateImpactFacts({ impact }: { impact: RateImpact }) {
  const beyond = impact.beyond_invested_usd
  const isBeyond = compare(beyond, '0') > 0
  return (
    <div className="grid content-start gap-3">
      <dl className="text-sm tabular-nums">
        <FactRow name={t('Coins of all members')}>
          <Amount value={formatCoins(impact.circulation_coins)} unit="ET" />
        </FactRow>
        <FactRow name={t('Worth at {rate}', { rate: rateText(impact.rate) })}>{formatUsd(impact.worth_usd)}</FactRow>
        <FactRow name={t('Paid by members')}>{formatUsd(impact.total_invested_usd)}</FactRow>
        <FactRow name={isBeyond ? t('Owed beyond that') : t('Owed less than that')}>
          {formatUsd(isBeyond ? beyond : subtract('0', beyond))}
        </FactRow>
      </dl>
      <RateWarning impact={impact} />
    </div>
  )
}

/** Warns of a rate above the average purchase price, as members buy at fixed prices and withdraw at the rate. */
export function RateWarning({ impact }: { impact: RateImpact }) {
  const { rate, current_rate: current, average_purchase_price: average, beyond_invested_usd: beyond } = impact
  const { worth_usd, worth_now_usd } = impact
  // The average is zero until a member has bought coins.
  if (compare(average, '0') === 0 || compare(rate, average) <= 0) return null
  const isNow = compare(rate, current) === 0
  const price = rateText(average)
  const more = subtract(worth_usd, worth_now_usd)
  return (
    <Notice
      tone="warn"
      title={
        isNow
          ? t('The rate is above the average purchase price of {price}.', { price })
          : t('This is above the average purchase price of {price}.', { price })
      }
    >
      {compare(beyond, '0') > 0 && `${owedText(isNow, formatUsd(beyond))} `}
      {compare(more, '0') > 0 && t('That is {amount} more than at the present rate.', { amount: formatUsd(more) })}
    </Notice>
  )
}

function owedText(isNow: boolean, amount: string): string {
  return isNow
    ? t('The platform owes its members {amount} more than they have paid.', { amount })
    : t('The platform would owe its members {amount} more than they have paid.', { amount })
}

function rateText(rate: string): string {
  return formatUsd(rate, 2, 8)
}
