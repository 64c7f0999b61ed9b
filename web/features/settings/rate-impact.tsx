import { compare, formatCoins, formatUsd, subtract } from '../../../contract/money.ts'
import type { RateImpact } from '../../../contract/admin-settings.ts'
import { Amount } from '../../ui/amount.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What the platform would owe its members at a rate, beside what they have paid. */
export function RateImpactFacts({ impact }: { impact: RateImpact }) {
  const beyond = impact.beyond_invested_usd
  const isBeyond = compare(beyond, '0') > 0
  return (
    <div className="grid content-start gap-3">
      <dl className="text-sm tabular-nums">
        <FactRow name="Coins of all members">
          <Amount value={formatCoins(impact.circulation_coins)} unit="ET" />
        </FactRow>
        <FactRow name={`Worth at ${rateText(impact.rate)}`}>{formatUsd(impact.worth_usd)}</FactRow>
        <FactRow name="Paid by members">{formatUsd(impact.total_invested_usd)}</FactRow>
        <FactRow name={isBeyond ? 'Owed beyond that' : 'Owed less than that'}>
          {formatUsd(isBeyond ? beyond : subtract('0', beyond))}
        </FactRow>
      </dl>
      <RateWarning impact={impact} />
    </div>
  )
}

/** Members buy at fixed prices and withdraw at the rate. */
export function RateWarning({ impact }: { impact: RateImpact }) {
  const { rate, current_rate: current, average_purchase_price: average, beyond_invested_usd: beyond } = impact
  const { worth_usd, worth_now_usd } = impact
  // Nobody has bought anything yet.
  if (compare(average, '0') === 0 || compare(rate, average) <= 0) return null
  const isNow = compare(rate, current) === 0
  const more = subtract(worth_usd, worth_now_usd)
  return (
    <Notice
      tone="warn"
      title={`${isNow ? 'The rate' : 'This'} is above the average purchase price of ${rateText(average)}.`}
    >
      {compare(beyond, '0') > 0 &&
        `The platform ${isNow ? 'owes' : 'would owe'} its members ${formatUsd(beyond)} more than they have paid. `}
      {compare(more, '0') > 0 && `That is ${formatUsd(more)} more than at the present rate.`}
    </Notice>
  )
}

function rateText(rate: string): string {
  return formatUsd(rate, 2, 8)
}
