import { formatCoins, formatUsd } from '../../../contract/money.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import type { BuyForm } from '../../features/requests/use-buy-form.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'

interface PackageChoiceProps {
  form: BuyForm
  packages: readonly MembershipPackage[]
  /** The package that the amount pays for; null for a top-up, when none is marked. */
  boughtId: string | null
}

export function PackageChoice({ form, packages, boughtId }: PackageChoiceProps) {
  if (packages.length === 0) {
    return (
      <EmptyState title="No packages are on offer at the moment.">
        {form.isLocked && 'A first purchase needs a package. Please come back later.'}
      </EmptyState>
    )
  }
  return (
    <RadioCards
      legend={form.isLocked ? 'Membership package' : 'Membership package, or an amount of your own below'}
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
  return (
    <>
      {formatUsd(offer.total_price)} · {formatCoins(offer.min_coin_purchase)}&nbsp;ET
      {offer.bonus_coins !== '0' && <> + {formatCoins(offer.bonus_coins)}&nbsp;ET bonus</>}
      <br />
      Withdrawals: {offer.withdrawal_time}
    </>
  )
}
