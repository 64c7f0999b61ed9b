import { formatCoins } from '../../../../contract/money.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import { buyDraft, buyDraftName, type BuyDraft } from '../../../features/requests/buy-draft.ts'
import { usePersistedDraft } from '../../../lib/use-persisted-draft.ts'

/** The draft of a purchase: the chosen package and the typed values. */
export function useBuyDraft(profile: Profile, packages: readonly MembershipPackage[]) {
  const {
    draft: kept,
    change,
    drop,
  } = usePersistedDraft({
    owner: profile.id,
    name: buyDraftName,
    schema: buyDraft,
    begin: (before) => withChoice(before ?? startDraft(profile, packages), packages),
  })
  const chosen = packages.find(({ id }) => id === kept.packageId) ?? null
  const isLocked = !profile.first_purchase_done
  const amount = isLocked ? (chosen ? formatCoins(chosen.min_coin_purchase) : '') : kept.amount
  // A package that is no longer offered stays chosen, so that the member does not buy another thing unawares.
  const draft: BuyDraft = { ...kept, amount }

  return {
    draft,
    chosen,
    /** True for the first purchase, which needs a package. The package sets the amount. */
    isLocked,
    change,
    drop,
  }
}

export type BuyDraftState = ReturnType<typeof useBuyDraft>

/**
 * Applies the package that the member has picked on the landing page since. A draft that was sent and may have arrived
 * stays unchanged, and is sent again as it was.
 */
function withChoice(draft: BuyDraft, packages: readonly MembershipPackage[]): BuyDraft {
  const picked = packages.find(({ id }) => id === chosenPackage.read())
  if (!picked || picked.id === draft.packageId || draft.attempt !== null) return draft
  return { ...draft, packageId: picked.id, amount: formatCoins(picked.min_coin_purchase) }
}

/** Starts with the package of the signup, or the one bought last, and its amount. */
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
