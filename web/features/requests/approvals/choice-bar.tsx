import { Check, X } from 'lucide-react'
import { chosenMax } from '../../../../contract/endpoints/desk.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { LateAssignMenu } from './late-assign-menu.ts'
import type { Chosen } from './use-chosen.ts'
import type { Decision } from './use-decision.ts'

interface ChoiceBarProps {
  chosen: Chosen
  onDecide: (status: Decision['status']) => void
}

/** The buttons for the chosen requests. It stays at the end of the queue, in sight. */
export function ChoiceBar({ chosen: { requests, isFull, clear }, onDecide }: ChoiceBarProps) {
  if (requests.length === 0) return null
  return (
    <div
      role="region"
      aria-label={t('Chosen requests')}
      className="sticky bottom-0 z-10 grid gap-2 border-t border-line bg-surface p-3 shadow-2"
    >
      <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 text-sm font-semibold">
        {tn('{count} chosen', '{count} chosen', requests.length)}
        {isFull && (
          <span className="font-normal text-ink-2">{t('No more than {count} at once.', { count: chosenMax })}</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onDecide('approved')}>
          <Check aria-hidden="true" />
          {t('Approve…')}
        </Button>
        <Button size="sm" variant="bad" onClick={() => onDecide('rejected')}>
          <X aria-hidden="true" />
          {t('Reject…')}
        </Button>
        <LateAssignMenu isNeeded props={{ requests, isSmall: true }} />
        <Button size="sm" variant="quiet" onClick={clear}>
          {t('Clear choice')}
        </Button>
      </div>
    </div>
  )
}
