import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { t } from '../../contract/translate.ts'
import { messageOf } from '../lib/api-error.ts'
import { Button } from '../ui/button.tsx'

/** Prints a sheet, or says why it could not. `print` loads the sheet and all that it says. */
export function PrintButton({ print }: { print: () => Promise<void> }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: print })
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
