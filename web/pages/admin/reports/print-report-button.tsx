import { getOperator } from '../../../../contract/endpoints/operator.ts'
import { getReport } from '../../../../contract/endpoints/reports.ts'
import { PrintButton } from '../../../features/print-button.tsx'
import { call } from '../../../lib/api.ts'
import type { Days } from './period.ts'

/** Prints a report. The sheet is loaded when it is wanted, with figures of that moment. */
export function PrintReportButton({ days }: { days: Days }) {
  const print = async () => {
    const [{ printReport }, report, operator] = await Promise.all([
      import('./printed-report.tsx'),
      call(getReport, { query: { ...days } }),
      call(getOperator, {}),
    ])
    printReport({ report, days, operator, at: new Date() })
  }
  return <PrintButton print={print} />
}
