import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { RequestCardProps } from './request-card.tsx'

/** The height is that of the content, so that nothing moves when it arrives. */
export const cardStyles =
  'flex min-h-16 w-full items-center gap-2 rounded-3 border border-line bg-surface px-3 py-2 text-start text-sm text-ink no-underline'

// The words of all kinds of requests are no part of the chat until a message is about one.
const RequestCard = lazy(() => import('./request-card.tsx').then(({ RequestCard: card }) => ({ default: card })))

/** A card that loads its words when the first one is shown. */
export function RequestCardFrame(props: RequestCardProps) {
  return (
    <Suspense
      fallback={
        <div className={cardStyles}>
          <Skeleton className="h-8 flex-1" />
        </div>
      }
    >
      <RequestCard {...props} />
    </Suspense>
  )
}
