import type { ReactNode } from 'react'
import { formatCoins, formatUsdt } from '../../../../contract/money.ts'
import type { Operator } from '../../../../contract/operator.ts'
import type { Report } from '../../../../contract/reports.ts'
import { t } from '../../../../contract/translate.ts'
import { dayText } from '../../../features/data-list/day-text.ts'
import { openPeriodNote, utcPeriodText } from '../../../features/data-list/utc-period.ts'
import { printSheet } from '../../../ui/print-sheet.ts'
import { PrintedSheet } from '../../../ui/printed-sheet.tsx'
import { BalanceRows } from './balance.tsx'
import { dayColumnsOf, packageColumns, packageText } from './columns.ts'
import { netOf, PeriodEnds, PeriodSums } from './figures.tsx'
import { helpTexts } from './help.tsx'
import type { Days } from './period.ts'

interface Print {
  report: Report
  days: Days
  operator: Operator
  at: Date
}

export function printReport(print: Print): void {
  printSheet(t('ET report {from} to {to}', { ...print.days }), <Sheet {...print} />)
}

/** The report on paper: the figures, the packages, the days and the balance of the platform. */
function Sheet({ report, days, operator, at }: Print) {
  const isEmpty = report.sums.length === 0 && report.paid_out.count === 0
  return (
    <PrintedSheet kind={t('Report')} note={openPeriodNote(days.to, at)} at={at} className="[page:wide]">
      <div className="my-6 flex flex-wrap justify-between gap-4">
        <h1 className="serif text-2xl">{utcPeriodText(days)}</h1>
        <p className="text-end text-ink-2">
          {operator.name && <span className="block font-semibold text-ink">{operator.name}</span>}
          {operator.address}
        </p>
      </div>
      <Part title={t('Coins that members hold')}>
        <PeriodEnds report={report} />
      </Part>
      <Part title={t('In the period')}>
        {isEmpty ? <p>{t('No movements in this period.')}</p> : <PeriodSums report={report} />}
      </Part>
      {report.packages.length > 0 && <Packages report={report} />}
      {!isEmpty && <DaysOnPaper report={report} />}
      <Part title={t('Balance of the platform at the time of printing')}>
        <BalanceRows balance={report.balance} />
      </Part>
      <ul className="mb-6 text-xs text-ink-2">
        {helpTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </PrintedSheet>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Packages({ report }: { report: Report }) {
  return (
    <Part title={t('By package')}>
      <PaperTable
        heads={[t('Package'), ...packageColumns.map(({ name }) => name)]}
        rows={report.packages.map(({ package: own, sums }) => [
          packageText(own),
          ...packageColumns.map(({ read }) => read({ sums })),
        ])}
        sum={packageColumns.map(({ read }) => read(report))}
      />
    </Part>
  )
}

function DaysOnPaper({ report }: { report: Report }) {
  // Paper has no room for all columns. The file has them.
  const dayColumns = dayColumnsOf(report).filter(({ name }) => !name.includes('USD'))
  const moved = report.days.filter(({ sums, paid_out: paid }) => sums.length > 0 || paid.count > 0)
  return (
    <Part title={t('By day')}>
      <PaperTable
        heads={[t('Day (UTC)'), ...dayColumns.map(({ name }) => name), t('Net issued (ET)'), t('Paid out (USDT)')]}
        rows={moved.map((one) => [
          dayText(one.day),
          ...dayColumns.map(({ read }) => read(one)),
          formatCoins(one.net_coins),
          formatUsdt(one.paid_out.usdt),
        ])}
        sum={[
          ...dayColumns.map(({ read }) => read(report)),
          formatCoins(netOf(report)),
          formatUsdt(report.paid_out.usdt),
        ]}
      />
    </Part>
  )
}

interface PaperTableProps {
  heads: string[]
  /** The first cell of a row names it. */
  rows: string[][]
  sum: string[]
}

/** Browsers repeat the head of this table on each sheet. It stands in no region that scrolls, since those do not break well. */
function PaperTable({ heads, rows, sum }: PaperTableProps) {
  const cell = 'border-b border-line py-1 ps-2 first:ps-0 text-end first:text-start'
  return (
    <table className="w-full border-collapse text-2xs">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className={`${cell} border-line-strong`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <td className={`${cell} whitespace-nowrap`}>{name}</td>
            {values.map((value, at) => (
              <td key={heads[at + 1]} className={cell}>
                {value}
              </td>
            ))}
          </tr>
        ))}
        {/* A foot would stand on each sheet. */}
        <tr className="font-semibold">
          <td className={cell}>{t('Sum')}</td>
          {sum.map((value, at) => (
            <td key={heads[at + 1]} className={cell}>
              {value}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
