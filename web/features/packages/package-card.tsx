import type { ReactNode } from 'react'
import { formatCoins, formatUsd } from '../../../contract/money.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import { t, tc } from '../../../contract/translate.ts'
import { percentText } from '../../lib/percent-text.ts'
import { Amount } from '../../ui/amount.tsx'
import { cn } from '../../ui/cn.ts'
import { Rosette } from '../../ui/rosette.tsx'
import { packageDisplay } from './package-display.ts'

/** The fields of a package that a card shows. The package may be unsaved. */
export type ShownPackage = Omit<MembershipPackage, 'id' | 'created_at'>

interface PackageCardProps {
  package: ShownPackage
  /** 1 for the cheapest; a higher package is engraved more densely. */
  rank: number
  isSelected?: boolean
  /** The buttons at the foot of the card. */
  children?: ReactNode
}

export function PackageCard({ package: item, rank, isSelected = false, children }: PackageCardProps) {
  const { icon: Icon, name: iconName } = packageDisplay[item.icon]
  return (
    <article
      aria-label={item.package_name}
      className={cn(
        'relative flex min-w-0 flex-col overflow-hidden rounded-3 border bg-surface p-5 wrap-anywhere sm:p-6',
        isSelected ? 'border-brand ring-1 ring-brand' : 'border-line',
      )}
    >
      <span aria-hidden="true" className="pointer-events-none absolute -end-12 -top-12 text-brass opacity-75">
        <Rosette seed={`package-${item.package_name}`} size={176} bands={Math.min(4, rank)} strokeWidth={0.45} />
      </span>
      <h3 className="serif relative flex gap-2 text-xl">
        <Icon role="img" aria-label={iconName} size={20} className="mt-1 flex-none text-brass-ink" />
        <span className="min-w-0">{item.package_name}</span>
      </h3>
      <p className="relative mt-5 text-[1.75rem]/9 font-semibold">{formatUsd(item.total_price)}</p>
      <p className="text-sm text-ink-3">{t('one-time purchase')}</p>
      <dl className="mt-4 grid gap-1.5 border-t border-line pt-4 text-sm">
        <Fact label={t('Coins')}>
          <Amount value={formatCoins(item.min_coin_purchase)} unit="ET" />
        </Fact>
        <Fact label={t('Bonus')}>
          {item.bonus_coins === '0' ? (
            tc('bonus', 'none')
          ) : (
            <span className="text-ok">
              <Amount value={`+${formatCoins(item.bonus_coins)}`} unit="ET" /> ({percentText(item.bonus_percentage)})
            </span>
          )}
        </Fact>
        <Fact label={t('Total')}>
          <Amount value={formatCoins(item.total_coins)} unit="ET" />
        </Fact>
        <Fact label={t('Withdrawal time')}>
          <bdi>{item.withdrawal_time}</bdi>
        </Fact>
        {item.withdrawal_rules && (
          <div>
            <dt className="text-ink-2">{t('Withdrawal rules')}</dt>
            <dd className="mt-0.5 whitespace-pre-line">
              <bdi>{item.withdrawal_rules}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {children != null && <div className="mt-auto grid pt-5">{children}</div>}
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="flex-none text-ink-2">{label}</dt>
      <dd className="min-w-0 text-end font-semibold">{children}</dd>
    </div>
  )
}
