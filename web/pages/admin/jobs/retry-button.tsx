import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { backgroundWorkQuery } from './jobs-query.ts'

/** Tries something again, and reads the list anew. `label` says what, for those who cannot see where the button stands. */
export function RetryButton({ label, act }: { label: string; act: () => Promise<unknown> }) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: backgroundWorkQuery.queryKey }),
  })
  return (
    <div className="grid justify-items-start gap-1">
      <Button variant="ghost" size="sm" aria-label={label} busy={isPending} onClick={() => mutate()}>
        <RotateCw aria-hidden="true" />
        {t('Try again')}
      </Button>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isSuccess && t('It is tried again now.')}
        {error && messageOf(error)}
      </p>
    </div>
  )
}
