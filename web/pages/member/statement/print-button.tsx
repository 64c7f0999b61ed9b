import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import type { PeriodName } from './period.ts'

/** Prints the statement of a period. The sheet and all that it says are loaded when they are wanted. */
export function PrintButton({ period }: { period: PeriodName | undefined }) {
  const { profile } = useSession()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const [{ loadPrint }, { printStatement }] = await Promise.all([
        import('./print-data.ts'),
        import('./printed-statement.tsx'),
      ])
      const data = await loadPrint(period)
      if (profile) printStatement({ member: profile, period, at: new Date(), ...data })
    },
  })
  return (
    <div className="grid justify-items-start gap-1 text-sm sm:justify-items-end">
      <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate()}>
        <Printer aria-hidden="true" />
        {t('Print')}
      </Button>
      {error && (
        <p role="alert" className="font-semibold text-bad">
          {messageOf(error)}
        </p>
      )}
    </div>
  )
}
