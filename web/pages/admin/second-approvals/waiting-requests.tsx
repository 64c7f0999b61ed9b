import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import type { WaitingRequest } from '../../../../contract/second-approvals.ts'
import { t } from '../../../../contract/translate.ts'
import { Decisions } from '../../../features/requests/approvals/decision-dialog.tsx'
import type { Decision } from '../../../features/requests/approvals/use-decision.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { useTextDraft } from '../../../lib/use-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WaitingRequestRow } from './waiting-request-row.tsx'
import { firstHundred, waitingRequestsQuery } from './waiting-queries.ts'

/** The pending requests with a first approval. */
export function WaitingRequests() {
  const read = useQuery(waitingRequestsQuery)
  const [rejected, setRejected] = useState<Request>()
  const items = read.data?.items
  return (
    <Card title={t('Requests')} className="grid gap-4">
      <ReadProblem reads={[read]} />
      {!items && !read.isError && <Skeleton className="h-32" />}
      {items?.length === 0 && (
        <EmptyState icon={CircleCheck} title={t('No request waits for a second administrator.')} />
      )}
      {items && items.length > 0 && (
        <ul className="grid gap-5 [&>li+li]:border-t [&>li+li]:border-line [&>li+li]:pt-5">
          {items.map((item: WaitingRequest) => (
            <WaitingRequestRow key={item.request.id} item={item} onReject={() => setRejected(item.request)} />
          ))}
        </ul>
      )}
      {read.data?.has_more && <p className="text-sm text-ink-2">{firstHundred}</p>}
      {rejected && <Rejection key={rejected.id} request={rejected} onClosed={() => setRejected(undefined)} />}
    </Card>
  )
}

/** The usual dialog of a rejection. Its reason is the draft of the approvals page. */
function Rejection({ request, onClosed }: { request: Request; onClosed: () => void }) {
  const [decision] = useState<Decision>({
    key: crypto.randomUUID(),
    request,
    status: 'rejected',
    isByKey: false,
    transfers: [],
    isPart: false,
  })
  const note = useTextDraft(`note:${request.id}`)
  return (
    <Decisions
      decision={decision}
      isReviewed
      outlook={undefined}
      warnings={[]}
      payment={null}
      notes={note.text}
      onNotes={note.setText}
      onClosed={(isSettled) => {
        if (isSettled) {
          note.drop()
          refetchTopics(['requests', 'wallet'])
        }
        onClosed()
      }}
    />
  )
}
