import { PrintButton } from '../../../features/print-button.tsx'
import { useSession } from '../../../lib/session.ts'
import type { PeriodName } from './period.ts'

/** Prints the statement of a period. The sheet and all that it says are loaded when they are wanted. */
export function PrintStatementButton({ period }: { period: PeriodName | undefined }) {
  const { profile } = useSession()
  const print = async () => {
    const [{ loadPrint }, { printStatement }] = await Promise.all([
      import('./print-data.ts'),
      import('./printed-statement.tsx'),
    ])
    const data = await loadPrint(period)
    if (profile) printStatement({ member: profile, period, at: new Date(), ...data })
  }
  return <PrintButton print={print} />
}
