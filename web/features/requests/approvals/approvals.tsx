import { useInfiniteQuery, useIsFetching, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { Claim } from '../../../../contract/desk-claims.ts'
import type { RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { queueKey, queueQuery } from './approvals-queries.ts'
import { requestCountsQuery } from '../request-counts-query.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Button } from '../../../ui/button.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ApprovalsPanes, type EvidenceOf } from './approvals-panes.tsx'
import type { ApprovalsSearch } from './approvals-search.ts'
import { ApprovalsTiles } from './approvals-tiles.tsx'
import { ShortcutHints } from './shortcut-hints.tsx'
import type { RequestReview } from './kinds/kind-review.ts'
import type { PaymentState } from './use-payment.ts'

const LateStanding = loadWhenNeeded(async () => (await import('./desk-standing.tsx')).DeskStanding)
const LateKeySheet = loadWhenNeeded(async () => (await import('./approvals-shortcuts.tsx')).ApprovalsShortcuts)

interface ApprovalsProps<K extends RequestKind> {
  kind: K
  title: string
  /** For example "Pending buy requests". */
  queueTitle: string
  emptyText: string
  /** The name of the row of totals; undefined for a page without one. */
  tilesLabel?: string
  hasRefresh?: boolean
  /** Below the title, about the whole page. */
  notice?: ReactNode
  evidence: EvidenceOf<K>
  /** The warnings that only this kind has. */
  warnings?: (review: RequestReview) => ReactNode
  /** The facts that only this kind has. */
  facts?: (request: RequestOf<K>, review: RequestReview | undefined, payment: PaymentState) => ReactNode
}

/** The pending requests of one kind, beside all that an administrator needs to decide about one of them. */
export function Approvals<K extends RequestKind>(props: ApprovalsProps<K>) {
  const { kind, title, queueTitle, emptyText, tilesLabel, hasRefresh = false, evidence, warnings, facts } = props
  const { search = '', assigned, waits }: ApprovalsSearch = useSearch({ strict: false })
  const [isKeySheetOpen, setIsKeySheetOpen] = useState(false)
  const list = useInfiniteQuery(queueQuery(kind, { search, assigned, waits }))
  const more = useLoadMore(list)
  const counts = useQuery(requestCountsQuery)
  const latest = useMemo(
    () =>
      list.data?.pages.flatMap(({ items }) =>
        items.filter((request): request is RequestOf<K> => request.kind === kind),
      ),
    [list.data, kind],
  )
  const claims = useClaims(list.data, list.dataUpdatedAt)
  // A deferred value renders in pieces, so that the browser can respond in between.
  const requests = useDeferredValue(latest)

  return (
    <div className="grid gap-4">
      <PageTitle
        aside={
          <div className="flex items-center gap-3">
            <ShortcutHints onOpen={() => setIsKeySheetOpen(true)} />
            {hasRefresh && <RefreshButton kind={kind} />}
          </div>
        }
      >
        {title}
      </PageTitle>
      {props.notice}
      {tilesLabel && <ApprovalsTiles counts={counts.data} kind={kind} label={tilesLabel} />}
      {/* The room is kept, so that nothing moves when the text comes. */}
      <div className="min-h-15 text-sm text-ink-2 md:min-h-5">
        {counts.data && <LateStanding isNeeded props={{ counts: counts.data[kind] }} />}
      </div>
      <ReadProblem reads={[list, counts]} />
      {!requests && !list.isError && <Skeleton className="h-[34rem] w-full rounded-3" />}
      {requests && (
        <ApprovalsPanes
          kind={kind}
          queueTitle={queueTitle}
          emptyText={emptyText}
          evidence={evidence}
          warnings={warnings}
          facts={facts}
          requests={requests}
          {...claims}
          search={search}
          assigned={assigned}
          waits={waits}
          isStale={list.isPlaceholderData}
          pendingCount={counts.data?.[kind].pending}
          overdueCount={counts.data?.[kind].overdue}
          more={more}
          onKeys={() => setIsKeySheetOpen(true)}
        />
      )}
      <LateKeySheet isNeeded={isKeySheetOpen} props={{ open: isKeySheetOpen, onOpenChange: setIsKeySheetOpen }} />
    </div>
  )
}

/** Returns the administrators who have to do with each request of the pages that have been read, by its id, and that time. */
function useClaims(data: { pages: { claims: Claim[] }[] } | undefined, claimsAt: number) {
  const claims = useMemo(
    () => new Map(data?.pages.flatMap(({ claims }) => claims.map((claim) => [claim.request_id, claim] as const))),
    [data],
  )
  return { claims, claimsAt }
}

function RefreshButton({ kind }: { kind: RequestKind }) {
  const isReading = useIsFetching({ queryKey: queueKey(kind) }) > 0
  return (
    <Button variant="ghost" busy={isReading} onClick={() => refetchTopics(['requests', 'wallet'])}>
      <RefreshCw aria-hidden="true" />
      {t('Refresh')}
    </Button>
  )
}
