import { formatCoins, formatUsdt } from '../../../../contract/money.ts'
import type { Report } from '../../../../contract/reports.ts'
import { t } from '../../../../contract/translate.ts'
import { dayText } from '../../../features/data-list/day-text.ts'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { dayColumnsOf, packageColumns, packageText } from './columns.ts'
import { netOf } from './figures.tsx'

/** The days on which something moved, the newest first, and their sums. */
export function DaysTable({ report }: { report: Report }) {
  const dayColumns = dayColumnsOf(report)
  const moved = report.days.filter(({ sums, paid_out: paid }) => sums.length > 0 || paid.count > 0)
  return (
    <Table label={t('By day')} density="compact" pinned>
      <thead>
        <tr>
          <HeaderCell>{t('Day (UTC)')}</HeaderCell>
          {dayColumns.map(({ name }) => (
            <HeaderCell key={name} numeric>
              {name}
            </HeaderCell>
          ))}
          <HeaderCell numeric>{t('Net issued (ET)')}</HeaderCell>
          <HeaderCell numeric>{t('Paid out (USDT)')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {moved.toReversed().map((one) => (
          <tr key={one.day}>
            <Cell className="whitespace-nowrap">{dayText(one.day)}</Cell>
            {dayColumns.map(({ name, read }) => (
              <Cell key={name} numeric>
                {read(one)}
              </Cell>
            ))}
            <Cell numeric>{formatCoins(one.net_coins)}</Cell>
            <Cell numeric>{formatUsdt(one.paid_out.usdt)}</Cell>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t border-line-strong font-semibold">
        <tr>
          <Cell>{t('Sum')}</Cell>
          {dayColumns.map(({ name, read }) => (
            <Cell key={name} numeric>
              {read(report)}
            </Cell>
          ))}
          <Cell numeric>{formatCoins(netOf(report))}</Cell>
          <Cell numeric>{formatUsdt(report.paid_out.usdt)}</Cell>
        </tr>
      </tfoot>
    </Table>
  )
}

/** The packages from the smallest on, the top-ups, and their sums. */
export function PackagesTable({ report }: { report: Report }) {
  return (
    <Table label={t('By package')} density="compact">
      <thead>
        <tr>
          <HeaderCell>{t('Package')}</HeaderCell>
          {packageColumns.map(({ name }) => (
            <HeaderCell key={name} numeric>
              {name}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.packages.map(({ package: own, sums }) => (
          <tr key={own?.id ?? 'top-ups'}>
            <Cell>{packageText(own)}</Cell>
            {packageColumns.map(({ name, read }) => (
              <Cell key={name} numeric>
                {read({ sums })}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t border-line-strong font-semibold">
        <tr>
          <Cell>{t('Sum')}</Cell>
          {packageColumns.map(({ name, read }) => (
            <Cell key={name} numeric>
              {read(report)}
            </Cell>
          ))}
        </tr>
      </tfoot>
    </Table>
  )
}
