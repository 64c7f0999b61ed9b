import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { emptyTexts } from '../../../contract/texts.ts'
import { DecisionDialog } from '../../features/requests/decision-dialog.tsx'
import { QueueList } from '../../features/requests/queue-list.tsx'
import { RequestTiles } from '../../features/requests/request-tiles.tsx'
import { queueQuery, requestCountsQuery } from '../../lib/queries.ts'
import { useMore } from '../../lib/use-more.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MoreState } from '../../ui/load-more.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMedia, wideScreen } from '../../ui/use-media.ts'
import { DepositReview } from './deposit-approvals-review.tsx'
import { QueueSteps } from './deposit-approvals-steps.tsx'
import { useDepositQueue } from './deposit-approvals-queue.ts'

export function DepositApprovalsPage() {
  const list = useInfiniteQuery(queueQuery('buy'))
  const more = useMore(list)
  const counts = useQuery(requestCountsQuery)
  const requests = list.data?.pages.flatMap(({ items }) => items)

  return (
    <div className="grid gap-4">
      <PageTitle aside={<KeyHints />}>Deposit approvals</PageTitle>
      <RequestTiles counts={counts.data} kind="buy" label="Deposit totals" />
      <ReadProblem reads={[list, counts]} />
      {!requests && !list.isError && <Skeleton className="h-[34rem] w-full rounded-3" />}
      {requests && (
        <Approvals
          requests={requests.filter((request) => request.kind === 'buy')}
          pendingCount={counts.data?.buy.pending ?? 0}
          more={more}
        />
      )}
    </div>
  )
}

interface ApprovalsProps {
  requests: Parameters<typeof useDepositQueue>[0]
  /** All that wait, also those that are not loaded yet. */
  pendingCount: number
  more: MoreState | null
}

function Approvals({ requests, pendingCount, more }: ApprovalsProps) {
  const isWide = useMedia(wideScreen)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const { queue, selected, select, decision, decide, finish, note } = useDepositQueue(requests)
  // Only here, where the queue is held while a decision is made: the last request stays until its dialog has closed.
  if (!selected) return <EmptyQueue />

  const loadMore = () => (queue.thaw(), more?.load())
  const list = (
    <QueueList
      queue={queue}
      label="Pending buy requests, oldest first"
      selectedId={selected.id}
      onSelect={(id) => (setIsSheetOpen(false), select(id))}
      onKey={(key) => {
        if (key === 'a') decide('approved')
        if (key === 'r') decide('rejected')
      }}
      more={more && { ...more, load: loadMore }}
    />
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(260px,340px)_minmax(0,1fr)]">
      {isWide ? (
        <QueuePane>{list}</QueuePane>
      ) : (
        <>
          <QueueSteps
            queue={queue}
            waiting={more ? pendingCount : 0}
            selectedId={selected.id}
            onSelect={select}
            onOpen={() => setIsSheetOpen(true)}
            onLoad={loadMore}
          />
          <Sheet open={isSheetOpen} onOpenChange={setIsSheetOpen} title="Pending buy requests">
            {list}
          </Sheet>
        </>
      )}
      <DepositReview key={selected.id} request={selected} notes={note.text} onNotes={note.setText} onDecide={decide} />
      {decision && (
        <DecisionDialog
          key={decision.key}
          decision={decision}
          notes={note.text}
          onNotes={note.setText}
          onClosed={finish}
        />
      )}
    </div>
  )
}

function EmptyQueue() {
  return (
    <EmptyState icon={BadgeCheck} title={emptyTexts.noBuyRequests} className="rounded-3 border border-line bg-surface">
      New requests appear here by themselves, the oldest first.
    </EmptyState>
  )
}

/** Stays in view beside a long slip. */
function QueuePane({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Queue"
      className="sticky top-[108px] max-h-[max(34rem,calc(100dvh-260px))] overflow-y-auto rounded-3 border border-line bg-surface"
    >
      {children}
    </section>
  )
}

function KeyHints() {
  return (
    <p className="text-sm text-ink-3 max-lg:hidden">
      In the queue: <Key>J</Key> <Key>K</Key> move · <Key>A</Key> approve · <Key>R</Key> reject
    </p>
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="mono rounded-1 border border-line-strong bg-surface px-1.5 text-2xs text-ink-2">{children}</kbd>
  )
}
