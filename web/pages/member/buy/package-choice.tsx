import { formatUsd } from '../../../../contract/money.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import { t } from '../../../../contract/translate.ts'
import type { BuyForm } from './use-buy-form.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'

interface PackageChoiceProps {
  form: BuyForm
  packages: readonly MembershipPackage[]
  /** The package that the amount pays for. It is null for a top-up, and no package is marked then. */
  boughtId: string | null
}

export function PackageChoice({ form, packages, boughtId }: PackageChoiceProps) {
  if (packages.length === 0) {
    return (
      <EmptyState title={t('No packages are on offer at the moment.')}>
        {form.isLocked && t('A first purchase needs a package. Please come back later.')}
      </EmptyState>
    )
  }
  return (
    <RadioCards
      legend={form.isLocked ? t('Membership package') : t('Or a membership package')}
      value={boughtId}
      onChange={form.choosePackage}
      error={form.faults.package}
      cards={packages.map((offer) => ({
        value: offer.id,
        label: offer.package_name,
        detail: <PackageTerms offer={offer} />,
      }))}
    />
  )
}

function PackageTerms({ offer }: { offer: MembershipPackage }) {
  const price = formatUsd(offer.total_price)
  const coins = coinsText(offer.min_coin_purchase)
  return (
    <>
      {offer.bonus_coins === '0'
        ? `${price} · ${coins}`
        : t('{price} · {coins} + {bonus} bonus', { price, coins, bonus: coinsText(offer.bonus_coins) })}
      <br />
      {t('Withdrawals: {time}', { time: offer.withdrawal_time })}
    </>
  )
}
