import { useState } from 'react'
import { formatCoins } from '../../../../contract/money.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import { keepBuyDraft, readBuyDraft, type BuyDraft } from '../../../features/requests/buy-draft.ts'

/** What the person has chosen and typed so far, kept in the tab at every change. */
export function useBuyDraft(profile: Profile, packages: readonly MembershipPackage[]) {
  const [kept, setKept] = useState(() =>
    withChoice(readBuyDraft(profile.id) ?? startDraft(profile, packages), packages),
  )
  const chosen = packages.find(({ id }) => id === kept.packageId) ?? null
  const isLocked = !profile.first_purchase_done
  const amount = isLocked ? (chosen ? formatCoins(chosen.min_coin_purchase) : '') : kept.amount
  // A package that is no longer offered stays chosen, so that nobody who chose it buys something else unawares.
  const draft: BuyDraft = { ...kept, amount }

  const change = (part: Partial<BuyDraft>) =>
    setKept((before) => {
      const next = { ...before, ...part }
      keepBuyDraft(profile.id, next)
      return next
    })
  return {
    draft,
    chosen,
    /** The first purchase: a package is needed, and it sets the amount. */
    isLocked,
    change,
  }
}

export type BuyDraftState = ReturnType<typeof useBuyDraft>

/**
 * With the package that was picked on the landing page since. What was sent and may have arrived is sent again as it was.
 */
function withChoice(draft: BuyDraft, packages: readonly MembershipPackage[]): BuyDraft {
  const picked = packages.find(({ id }) => id === chosenPackage.read())
  if (!picked || picked.id === draft.packageId || draft.attempt !== null) return draft
  return { ...draft, packageId: picked.id, amount: formatCoins(picked.min_coin_purchase) }
}

/** The package of the signup, or the one bought last, is chosen from the start, with its amount. */
function startDraft(profile: Profile, packages: readonly MembershipPackage[]): BuyDraft {
  const current = packages.find(({ id }) => id === profile.package_id)
  return {
    key: crypto.randomUUID(),
    packageId: current?.id ?? null,
    amount: current ? formatCoins(current.min_coin_purchase) : '',
    hash: '',
    slip: null,
    seen: null,
    address: null,
    attempt: null,
    repeats: null,
  }
}
