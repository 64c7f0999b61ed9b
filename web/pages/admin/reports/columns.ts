import { reported, reportTypes, shownTypes, type ReportType } from '../../../../contract/endpoints/reports.ts'
import { formatCoins, formatCount, formatUsd } from '../../../../contract/money.ts'
import type { ReportSum } from '../../../../contract/reports.ts'
import { t } from '../../../../contract/translate.ts'

export interface Summed {
  sums: readonly ReportSum[]
}

/** A column of a table of a report. */
export interface Column {
  name: string
  read: (row: Summed) => string
}

/** The columns of the types that come with a purchase. */
export const packageColumns = reportTypes.filter((type) => reported(type).isOfBuy).flatMap(columnsOfType)

/** Returns the columns of the types that a period has. */
export function dayColumnsOf({ sums }: Summed): Column[] {
  return shownTypes(sums).flatMap(columnsOfType)
}

function columnsOfType(type: ReportType): Column[] {
  const { name, hasUsd } = reported(type)
  const find = ({ sums }: Summed) => sums.find((sum) => sum.type === type)
  return [
    ...(type === 'BUY' ? [{ name: t('Purchases'), read: (row: Summed) => formatCount(find(row)?.count ?? 0) }] : []),
    { name: t('{name} (ET)', { name }), read: (row) => formatCoins(find(row)?.coins ?? '0') },
    ...(hasUsd ? [{ name: t('{name} (USD)', { name }), read: (row: Summed) => formatUsd(find(row)?.usd ?? '0') }] : []),
  ]
}

/** The name of a package, or what stands for purchases of none. */
export function packageText(own: { name: string } | null): string {
  return own?.name ?? t('Top-ups')
}
