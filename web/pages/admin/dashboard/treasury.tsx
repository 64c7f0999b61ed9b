import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import { getTreasury } from '../../../../contract/endpoints/treasury.ts'
import { t } from '../../../../contract/translate.ts'
import { useMay } from '../../../lib/use-may.ts'
import { FoldCard } from '../../../ui/fold-card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The main figures of the treasury, for those who may open its page. On a phone nothing is read until the card is unfolded. */
export function TreasuryCard() {
  if (!useMay()(getTreasury)) return null
  return (
    <FoldCard
      title={t('Treasury')}
      aside={
        <Link to="/admin/treasury" className="link inline-flex min-h-6 items-center text-sm font-semibold">
          {t('Compare')}
        </Link>
      }
    >
      <Suspense fallback={<Skeleton className="h-28 w-full md:h-12" />}>
        <TreasuryFigures />
      </Suspense>
    </FoldCard>
  )
}

// The dashboard is full of scripts, and these figures stand below most of it. Without them the card still leads to its page.
const TreasuryFigures = lazy(() =>
  import('./treasury-figures.tsx').then(
    ({ TreasuryFigures: component }): { default: ComponentType } => ({ default: component }),
    () => ({ default: () => t('Not available at the moment') }),
  ),
)
