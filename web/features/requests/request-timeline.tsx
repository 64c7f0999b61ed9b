import type { Request } from '../../../contract/requests.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useIsCheckedByPerson } from '../../lib/use-is-checked-by-person.ts'
import { requestSteps, type RequestStep } from './request-display.ts'

interface RequestTimelineProps {
  request: Request
  /** Covers the amounts if the reader has hidden them. */
  mask?: ((text: string) => string) | undefined
  /** False if the administrator's note is already shown beside it. */
  hasTexts?: boolean | undefined
  className?: string | undefined
}

export function RequestTimeline({ request, mask, hasTexts = true, className }: RequestTimelineProps) {
  const isByPerson = useIsCheckedByPerson()
  const entries = requestSteps(request, mask, isByPerson || request.kind !== 'buy').map((step) => ({
    id: step.id,
    title: step.title,
    detail: (
      <>
        {stepDetail(step)}
        {hasTexts && step.id === 'review' && request.admin_notes && <Note text={request.admin_notes} />}
      </>
    ),
    state: step.state,
  }))
  return <Timeline entries={entries} className={className} />
}

/** The administrator's note. */
function Note({ text }: { text: string }) {
  return (
    <blockquote className="my-2 border-s-3 border-brass ps-3 text-base break-words whitespace-pre-line text-ink">
      <bdi>{text}</bdi>
    </blockquote>
  )
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
