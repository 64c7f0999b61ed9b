import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { compare, formatCoins, formatUsd } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { GainAtOnce } from '../../../features/packages/gain-at-once.tsx'
import { PackageCard, type ShownPackage } from '../../../features/packages/package-card.tsx'
import { rateOf } from '../../../lib/platform-rate.ts'
import { globalStatsQuery } from '../../../lib/public-queries.ts'
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
      <Effects package={preview} notOffered={notOffered} />
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
      <Effects package={preview} notOffered={notOffered} />
    </section>
  )
}

/** Says why members are not offered the package, or what a purchase of it gives away. */
function Effects({ package: preview, notOffered }: PreviewProps) {
  const { data: stats } = useQuery(globalStatsQuery)
  const isPriced = compare(preview.total_price, '0') > 0
  return (
    <div role="status" className="empty:hidden">
      {notOffered !== null && (
        <Notice tone="warn" title={t('Members will not be offered this package.')}>
          {notOffered}
        </Notice>
      )}
      {notOffered === null && isPriced && (
        <GainAtOnce name={preview.package_name} terms={preview} rate={rateOf(stats)} />
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
