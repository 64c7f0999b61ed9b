import type { RequestCounts } from '../../../../contract/request-review.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { formatSpan } from '../../../ui/format-time.ts'

/** Says how long decisions of a kind took lately on this platform, and when a request is overdue. */
export function DeskStanding({ counts: { usual, promise_seconds: promise } }: { counts: RequestCounts[RequestKind] }) {
  const limit = formatSpan(promise)
  if (!usual) {
    return t(
      'Too few of these requests were decided in the last 30 days to say how long it takes. One is overdue after {limit}.',
      { limit },
    )
  }
  return t(
    'In the last 30 days, half were decided within {half}, nine in ten within {most}. One is overdue after {limit}.',
    {
      half: formatSpan(usual.half_seconds),
      most: formatSpan(usual.most_seconds),
      limit,
    },
  )
}
