import { reported, shownTypes, type ReportType } from '../../../../contract/endpoints/reports.ts'
import { formatCoins, formatUsd, formatUsdt, subtract, type Decimal } from '../../../../contract/money.ts'
import type { Report } from '../../../../contract/reports.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Stat } from '../../../ui/stat.tsx'

/** The coins that were issued in a period, less those that were redeemed. */
export function netOf({ opening_coins: opening, closing_coins: closing }: Report): Decimal {
  return subtract(closing, opening)
}

/** The coins that members held at both ends of the period, with the change between them. */
export function PeriodEnds({ report }: { report: Report }) {
  return (
    <dl className="grid gap-x-5 gap-y-3 sm:grid-cols-3">
      <Stat label={t('Opening balance')}>
        <Coins value={report.opening_coins} />
      </Stat>
      <Stat label={t('Net issued')}>
        <Coins value={netOf(report)} />
      </Stat>
      <Stat label={t('Closing balance')}>
        <Coins value={report.closing_coins} />
      </Stat>
    </dl>
  )
}

/** One figure for each type of movement, and what was paid out. */
export function PeriodSums({ report }: { report: Report }) {
  const { paid_out: paid } = report
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-4 md:grid-cols-4">
      {shownTypes(report.sums).map((type) => (
        <TypeSum key={type} type={type} report={report} />
      ))}
      <Stat label={t('Paid out')} note={tn('{count} payout', '{count} payouts', paid.count)}>
        <Amount value={formatUsdt(paid.usdt)} unit="USDT" />
      </Stat>
    </dl>
  )
}

function TypeSum({ type, report }: { type: ReportType; report: Report }) {
  const { name, hasUsd } = reported(type)
  const { count, coins, usd } = report.sums.find((sum) => sum.type === type) ?? { count: 0, coins: '0', usd: '0' }
  const number = tn('{count} movement', '{count} movements', count)
  return (
    <Stat label={name} note={hasUsd ? `${number} · ${formatUsd(usd)}` : number}>
      <Coins value={coins} />
    </Stat>
  )
}

export function Coins({ value }: { value: Decimal }) {
  return <Amount value={formatCoins(value)} unit="ET" />
}
