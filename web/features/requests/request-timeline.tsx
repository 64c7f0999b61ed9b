import type { Request } from '../../../contract/requests.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { requestSteps, type RequestStep } from './request-look.ts'

interface RequestTimelineProps {
  request: Request
  /** Covers the amounts, where the reader has hidden them. */
  veil?: ((text: string) => string) | undefined
  className?: string | undefined
}

export function RequestTimeline({ request, veil, className }: RequestTimelineProps) {
  const entries = requestSteps(request, veil).map((step) => ({
    id: step.id,
    title: step.title,
    detail: stepDetail(step),
    state: step.state,
  }))
  return <Timeline entries={entries} className={className} />
}

function stepDetail({ at, note }: RequestStep) {
  if (at === null) return note
  return (
    <>
      <TimeText value={at} relative />
      {note && ` · ${note}`}
    </>
  )
}
