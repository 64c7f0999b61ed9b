import { useQuery } from '@tanstack/react-query'
import type { Request } from '../../../../contract/requests.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { requestQuery } from '../request-query.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { decisionText, requesterOf } from '../request-display.ts'

/** The reason why a decision failed. If another administrator was faster, their name, the time and their decision. */
export function DecisionConflict({ request, error }: { request: Request; error: Error }) {
  const isConflict = error instanceof ApiError && error.code === 'already_processed'
  const read = useQuery({
    ...requestQuery(requesterOf(request).userId, request.id),
    enabled: isConflict,
    staleTime: 0,
  })
  const now = isConflict && read.data?.status !== 'pending' ? read.data : undefined
  const status = now?.status ?? (isConflict ? error.requestStatus : undefined)

  const decision = status && decisionText({ kind: request.kind, status }, now?.decided_by_name)

  return (
    <Notice tone="bad" role="alert">
      {messageOf(error)}
      {decision && (
        <>
          {' '}
          {now?.decided_at
            ? richText('{decision}, {time}.', { decision, time: <TimeText value={now.decided_at} relative /> })
            : `${decision}.`}
        </>
      )}
    </Notice>
  )
}
