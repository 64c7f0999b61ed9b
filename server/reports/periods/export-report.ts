import { reported, reportTypes, type ReportType } from '../../../contract/endpoints/reports.ts'
import type { ReportDay, ReportPackage, ReportSum } from '../../../contract/reports.ts'
import type { Db } from '../../platform/db/client.ts'
import type { CsvColumn } from '../../platform/http/csv.ts'
import { readReport, type ReportPeriod } from './read-report.ts'

/** Returns the days of a report as a table, the oldest first. */
export function exportReportDays(db: Db, period: ReportPeriod) {
  return { name: 'et-report-days', columns: dayColumns, pages: readDays(db, period) }
}

async function* readDays(db: Db, period: ReportPeriod): AsyncGenerator<ReportDay[]> {
  yield (await readReport(db, period)).days
}

/** Returns the packages of a report as a table, from the smallest on, and the top-ups last. */
export function exportReportPackages(db: Db, period: ReportPeriod) {
  return { name: 'et-report-packages', columns: packageColumns, pages: readPackages(db, period) }
}

async function* readPackages(db: Db, period: ReportPeriod): AsyncGenerator<ReportPackage[]> {
  yield (await readReport(db, period)).packages
}

interface Summed {
  sums: ReportSum[]
}

/** The columns of a type: the number of its movements, their coins, and their USD where there are any. */
function columnsOf(type: ReportType): CsvColumn<Summed>[] {
  const { name, hasUsd } = reported(type)
  const find = ({ sums }: Summed) => sums.find((sum) => sum.type === type)
  return [
    { header: `${name} (count)`, read: (row) => String(find(row)?.count ?? 0) },
    { header: `${name} (ET)`, read: (row) => find(row)?.coins ?? '0' },
    ...(hasUsd ? [{ header: `${name} (USD)`, read: (row: Summed) => find(row)?.usd ?? '0' }] : []),
  ]
}

const dayColumns: CsvColumn<ReportDay>[] = [
  { header: 'Day (UTC)', read: ({ day }) => day },
  ...reportTypes.flatMap(columnsOf),
  { header: 'Net issued (ET)', read: ({ net_coins: net }) => net },
  { header: 'Paid out (count)', read: ({ paid_out: paid }) => String(paid.count) },
  { header: 'Paid out (USDT)', read: ({ paid_out: paid }) => paid.usdt },
]

const packageColumns: CsvColumn<ReportPackage>[] = [
  { header: 'Package', read: (row) => row.package?.name ?? 'Top-ups' },
  ...reportTypes.filter((type) => reported(type).isOfBuy).flatMap(columnsOf),
]
