import { ChevronLeft, ChevronRight, List } from 'lucide-react'
import type { Request } from '../../../../contract/requests.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { ApprovalsState } from './use-approvals.ts'

interface QueueStepsProps {
  queue: Pick<ApprovalsState['queue'], 'rows'>
  /** The number of all pending requests, if more can be loaded; otherwise 0. */
  waiting: number
  selectedId: string | undefined
  onSelect: (request: Request) => void
  onOpen: () => void
  onLoad: () => void
}

/** Steps through the requests one by one, for screens without room for the queue, with a button for the whole list. */
export function QueueSteps({ queue: { rows }, waiting, selectedId, onSelect, onOpen, onLoad }: QueueStepsProps) {
  const index = rows.findIndex(({ id }) => id === selectedId)
  const [previous, next] = [rows[index - 1], rows[index + 1]]
  const total = Math.max(waiting, rows.length)
  const hasNext = index + 1 < total
  const goOn = () => {
    if (next) onSelect(next)
    else if (hasNext) onLoad()
  }
  return (
    <nav aria-label={t('Queue')} className="flex items-center gap-2">
      <IconButton
        label={t('Previous request')}
        variant="ghost"
        aria-disabled={!previous || undefined}
        onClick={() => previous && onSelect(previous)}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <Button variant="ghost" onClick={onOpen} className="flex-1">
        <List aria-hidden="true" />
        {index < 0
          ? tn('{count} pending', '{count} pending', total)
          : t('Request {number} of {count}', { number: index + 1, count: total })}
      </Button>
      <IconButton label={t('Next request')} variant="ghost" aria-disabled={!hasNext || undefined} onClick={goOn}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  )
}
