import type { ReactNode } from 'react'
import { formatCoins } from '../../../../contract/money.ts'
import type { RequestCounts } from '../../../../contract/request-review.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AgoText } from '../../../ui/time-text.tsx'

interface ApprovalsTilesProps {
  counts: RequestCounts | undefined
  kind: RequestKind
  label: string
}

/** The numbers of requests of a kind, by status. */
export function ApprovalsTiles({ counts, kind, label }: ApprovalsTilesProps) {
  const count = counts?.[kind]
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="scroll-row -mx-4 px-4 focus-visible:-outline-offset-2"
    >
      <dl className="flex w-max gap-3">
        <Tile name={totalName(count)}>{count?.total}</Tile>
        <Tile name={<PendingName count={count} />} className="text-wait">
          {count?.pending}
        </Tile>
        <Tile name={approvedName(count)} className="text-ok">
          {count?.approved}
        </Tile>
        <Tile name={tc('number of requests', 'rejected')} className="text-bad">
          {count?.rejected}
        </Tile>
      </dl>
    </div>
  )
}

interface TileProps {
  name: ReactNode
  className?: string | undefined
  children: number | undefined
}

function Tile({ name, className, children }: TileProps) {
  return (
    <div className="flex min-h-12 flex-row-reverse items-center gap-2.5 rounded-3 border border-line bg-surface px-4 py-2 whitespace-nowrap">
      <dt className="text-ink-2">{name}</dt>
      <dd className={cn('text-[1.375rem]/7 font-semibold', className)}>
        {children === undefined ? <Skeleton className="h-6 w-8" /> : formatCoins(String(children))}
      </dd>
    </div>
  )
}

/** Requests that were cancelled or expired are in the total and in no other tile, so the total names them. */
function totalName({ cancelled, expired }: Ended = { cancelled: 0, expired: 0 }): string {
  if (cancelled > 0 && expired > 0) return t('total, {cancelled} cancelled, {expired} expired', { cancelled, expired })
  if (cancelled > 0) return t('total, {count} cancelled', { count: cancelled })
  return expired > 0 ? t('total, {count} expired', { count: expired }) : t('total')
}

type Ended = Pick<OfKind, 'cancelled' | 'expired'>

type OfKind = RequestCounts[RequestKind]

/** A reversed request stays approved, and is marked. */
function approvedName(count: OfKind | undefined): string {
  return count && count.reversed > 0
    ? t('approved, {count} reversed', { count: count.reversed })
    : tc('number of requests', 'approved')
}

/** Those that wait for their members are pending, and no administrator has to decide them now. */
function PendingName({ count }: { count: OfKind | undefined }) {
  const { waits_for_member: waits = 0, oldest_pending_at: oldest } = count ?? {}
  return (
    <>
      {oldest
        ? richText('pending, oldest {time}', { time: <AgoText value={oldest} /> })
        : tc('number of requests', 'pending')}
      {waits > 0 && ` · ${t('with their members: {count}', { count: waits })}`}
    </>
  )
}
