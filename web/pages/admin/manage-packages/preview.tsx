import type { ReactNode } from 'react'
import { formatCoins, formatUsd } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { PackageCard, type ShownPackage } from '../../../features/packages/package-card.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface PreviewProps {
  package: ShownPackage
  /** The reason why members are not offered the package, or null. */
  notOffered: string | null
}

/** The card of the package as members will see it, on a wide screen. It follows the fields while they are typed. */
export function PackagePreview({ package: preview, notOffered, rank }: PreviewProps & { rank: number }) {
  return (
    <section aria-label={t('Preview')} className="grid content-start gap-3 max-lg:hidden">
      <PackageCard package={preview} rank={rank} />
      <OfferWarning reason={notOffered} />
    </section>
  )
}

/** The figures alone, on a screen without room beside the form. They stand close to their fields. */
export function PackageFigures({ package: preview, notOffered }: PreviewProps) {
  return (
    <section aria-label={t('Preview')} className="grid gap-3 sm:col-span-2 lg:hidden">
      <dl className="grid grid-cols-3 gap-3 rounded-3 bg-sunken px-4 py-3 text-sm">
        <Figure label={t('Price')}>{formatUsd(preview.total_price)}</Figure>
        <Figure label={t('Bonus')}>
          <Amount value={formatCoins(preview.bonus_coins)} unit="ET" />
        </Figure>
        <Figure label={t('Total')}>
          <Amount value={formatCoins(preview.total_coins)} unit="ET" />
        </Figure>
      </dl>
      <OfferWarning reason={notOffered} />
    </section>
  )
}

function OfferWarning({ reason }: { reason: string | null }) {
  return (
    <div role="status" className="empty:hidden">
      {reason !== null && (
        <Notice tone="warn" title={t('Members will not be offered this package.')}>
          {reason}
        </Notice>
      )}
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-semibold [&>span]:whitespace-normal">{children}</dd>
    </div>
  )
}
