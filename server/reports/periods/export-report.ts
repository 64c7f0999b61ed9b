import { reported, reportTypes, type ReportType } from '../../../contract/endpoints/reports.ts'
import type { Report, ReportDay, ReportPackage, ReportSum } from '../../../contract/reports.ts'
import { recordActionWithoutChange, type AuditEvent } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { readReport, type ReportPeriod } from './read-report.ts'

type Exporter = Pick<AuditEvent, 'actorId' | 'ipAddress'>

/** Returns the days of a report as a table, the oldest first. */
export function exportReportDays(db: Db, period: ReportPeriod, exporter: Exporter) {
  return { name: 'et-report-days', columns: dayColumns, pages: readDays(db, period, exporter) }
}

async function* readDays(db: Db, period: ReportPeriod, exporter: Exporter): AsyncGenerator<ReportDay[]> {
  yield (await readExported(db, period, exporter, 'days of a report')).days
}

/** Returns the packages of a report as a table, from the smallest on, and the top-ups last. */
export function exportReportPackages(db: Db, period: ReportPeriod, exporter: Exporter) {
  return { name: 'et-report-packages', columns: packageColumns, pages: readPackages(db, period, exporter) }
}

async function* readPackages(db: Db, period: ReportPeriod, exporter: Exporter): AsyncGenerator<ReportPackage[]> {
  yield (await readExported(db, period, exporter, 'packages of a report')).packages
}

/** Reads the report, and records the export before the first row leaves. */
async function readExported(db: Db, period: ReportPeriod, exporter: Exporter, list: string): Promise<Report> {
  const report = await readReport(db, period)
  await recordActionWithoutChange(db, { action: 'list_exported', ...exporter, detail: { list, ...period } })
  return report
}

interface Column<Row> {
  header: string
  read: (row: Row) => string | null
}

interface Summed {
  sums: ReportSum[]
}

/** The columns of a type: the number of its movements, their coins, and their USD where there are any. */
function columnsOf(type: ReportType): Column<Summed>[] {
  const { name, hasUsd } = reported(type)
  const find = ({ sums }: Summed) => sums.find((sum) => sum.type === type)
  return [
    { header: `${name} (count)`, read: (row) => String(find(row)?.count ?? 0) },
    { header: `${name} (ET)`, read: (row) => find(row)?.coins ?? '0' },
    ...(hasUsd ? [{ header: `${name} (USD)`, read: (row: Summed) => find(row)?.usd ?? '0' }] : []),
  ]
}

const dayColumns: Column<ReportDay>[] = [
  { header: 'Day (UTC)', read: ({ day }) => day },
  ...reportTypes.flatMap(columnsOf),
  { header: 'Net issued (ET)', read: ({ net_coins: net }) => net },
  { header: 'Paid out (count)', read: ({ paid_out: paid }) => String(paid.count) },
  { header: 'Paid out (USDT)', read: ({ paid_out: paid }) => paid.usdt },
]

const packageColumns: Column<ReportPackage>[] = [
  { header: 'Package', read: (row) => row.package?.name ?? 'Top-ups' },
  ...reportTypes.filter((type) => reported(type).isOfBuy).flatMap(columnsOf),
]
