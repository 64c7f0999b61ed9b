import { useNavigate } from '@tanstack/react-router'
import type { DeskFilter } from '../../../../contract/endpoints/desk.ts'
import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'

const filters: readonly (readonly [DeskFilter | undefined, string])[] = [
  [undefined, t('All')],
  ['mine', t('Mine')],
  ['none', t('Not assigned')],
]

/** Narrows the queue to the requests of this administrator, or to those without an administrator. */
export function QueueAssignmentFilter({
  assigned,
  onChange,
}: {
  assigned: DeskFilter | undefined
  onChange: () => void
}) {
  const navigate = useNavigate()
  const narrow = (filter: DeskFilter | undefined) => {
    onChange()
    void navigate({
      to: '.',
      search: (before) => ({ ...before, assigned: filter }),
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <div role="group" aria-label={t('Assignment')} className="flex flex-wrap gap-2 px-3 pb-3">
      {filters.map(([filter, name]) => (
        <Button
          key={name}
          variant="ghost"
          size="sm"
          aria-pressed={filter === assigned}
          className="aria-pressed:border-brand aria-pressed:bg-brand-soft"
          onClick={() => narrow(filter)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
