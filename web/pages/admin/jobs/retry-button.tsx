import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { backgroundWorkQuery } from './jobs-query.ts'
import type { ReportRetry } from './retry-report.ts'

interface RetryButtonProps {
  /** Says what is tried again, for those who cannot see where the button stands. */
  label: string
  act: () => Promise<unknown>
  report: ReportRetry
}

/** Tries something again, and reads the list anew. The list may lose the row of the button, so the list says the result. */
export function RetryButton({ label, act, report }: RetryButtonProps) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onMutate: () => report('', false),
    onSuccess: () => report(t('It is tried again now.'), button.current === document.activeElement),
    onSettled: () => client.invalidateQueries({ queryKey: backgroundWorkQuery.queryKey }),
  })
  return (
    <div className="grid justify-items-start gap-1">
      <Button ref={button} variant="ghost" size="sm" aria-label={label} busy={isPending} onClick={() => mutate()}>
        <RotateCw aria-hidden="true" />
        {t('Try again')}
      </Button>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {error && messageOf(error)}
      </p>
    </div>
  )
}
