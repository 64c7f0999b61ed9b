import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cardStyles } from './request-card-styles.ts'
import type { RequestCardProps } from './request-card.tsx'

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
