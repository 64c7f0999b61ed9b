import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatUsd } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import type { Estimate } from '../../../features/spending/estimate.ts'
import { RateText } from '../../../features/spending/rate-text.tsx'
import { packagesQuery } from '../../../features/packages/packages-query.ts'
import { Amount } from '../../../ui/amount.tsx'

interface WithdrawSummaryProps {
  coins: number | null
  shown: Estimate | null
  packageId: string | null
  children: ReactNode
}

/** The worth of the coins and the package's terms for withdrawals, beside the form. */
export function WithdrawSummary({ coins, shown, packageId, children }: WithdrawSummaryProps) {
  return (
    <section
      aria-labelledby="withdraw-summary"
      className="grid gap-4 rounded-3 border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="withdraw-summary" className="text-lg font-semibold">
        {t('Summary')}
      </h2>
      {coins !== null && shown ? (
        <div>
          <p className="text-sm text-ink-2">
            {t('Estimated receipt for {coins}', { coins: coinsText(String(coins)) })}
          </p>
          <p className="text-[1.75rem]/9 font-semibold">
            <Amount value={formatUsd(shown.usd)} unit="USD" />
          </p>
          <p className="text-sm text-ink-2">
            <RateText rate={shown.rate} />
          </p>
          <p className="mt-2 text-sm text-ink-3">{t('The rate is fixed at the moment you submit.')}</p>
        </div>
      ) : (
        <p className="text-sm text-ink-2">{t('Enter an amount to see what you receive.')}</p>
      )}
      <PackageTerms packageId={packageId} />
      {children}
    </section>
  )
}

/** The terms in the package's own words. A package that is no longer offered has none to read. */
function PackageTerms({ packageId }: Pick<WithdrawSummaryProps, 'packageId'>) {
  const { data } = useQuery(packagesQuery)
  const own = data?.items.find(({ id }) => id === packageId)
  if (!own) return null
  return (
    <dl className="grid gap-1 border-t border-line pt-3 text-sm">
      <dt className="text-ink-2">{t('Withdrawal time with {name}', { name: own.package_name })}</dt>
      <dd className="font-semibold">
        <bdi>{own.withdrawal_time}</bdi>
      </dd>
      {own.withdrawal_rules && (
        <>
          <dt className="mt-2 text-ink-2">{t('Withdrawal rules')}</dt>
          <dd className="whitespace-pre-line">
            <bdi>{own.withdrawal_rules}</bdi>
          </dd>
        </>
      )}
    </dl>
  )
}
