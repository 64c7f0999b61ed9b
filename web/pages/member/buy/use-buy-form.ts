import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { formatCoins } from '../../../../contract/money.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { t } from '../../../../contract/translate.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import type { StoredSlip } from '../../../features/requests/buy-draft.ts'
import {
  amountError,
  buyErrors,
  choiceErrors,
  hasError,
  hashError,
  errorsOfRefusal,
  type BuyErrors,
} from './buy-errors.ts'
import { useBuyDraft, type BuyDraftState } from './use-buy-draft.ts'
import { useBuyQuote } from './use-buy-quote.ts'
import { useBuySubmission } from './use-buy-submission.ts'

/** The state of a purchase form: the draft, its quote, its faults and its submission. */
export function useBuyForm(profile: Profile, packages: readonly MembershipPackage[], address: string) {
  const state = useBuyDraft(profile, packages)
  const { draft, chosen, isLocked, change } = state
  const quote = useBuyQuote(draft, chosen, (seen) => change({ seen }))
  const addressChange = useAddressChange(state, address)
  const [found, setFaults] = useState<BuyErrors>({})
  const fields = useBuyFields(state, packages, setFaults)
  const { submit, refuse, dismissRefusal, ...submission } = useBuySubmission({
    ...state,
    quoteId: quote.quote?.quote_id ?? '',
    setFaults,
    renewQuote: quote.renew,
  })
  // The server's refusal of the choice is shown beside the choice, before anything is sent.
  const refused: BuyErrors = quote.refusal ? errorsOfRefusal(quote.refusal) : {}

  /** Shows the faults; returns true if there are none. */
  const check = (faults: BuyErrors) => {
    if (hasError(faults)) {
      refuse(faults)
      return false
    }
    setFaults({})
    dismissRefusal()
    return true
  }

  return {
    draft,
    chosen,
    isLocked,
    quote,
    addressChange,
    faults: { ...refused, ...withoutEmpty(found) },
    ...submission,
    ...fields,
    checkChoice: () => check({ ...refused, ...withoutEmpty(choiceErrors(draft, chosen, isLocked)) }),
    /** Returns true if the review can open. The review shows changed figures, so they count as seen. */
    checkAll: () => {
      if (!check({ ...refused, ...withoutEmpty(buyErrors(draft, chosen, isLocked)) })) return false
      quote.markChangesSeen()
      return true
    },
    submit: () => {
      if (!quote.quote) return refuse({ form: t('The figures are not there yet. Please try again in a moment.') })
      if (quote.markChangesSeen()) return refuse({ form: errors.quote_changed.message })
      submit()
    },
  }
}

export type BuyForm = ReturnType<typeof useBuyForm>

/** Compares the deposit address with the one that the member saw at the start. */
function useAddressChange({ draft, change }: BuyDraftState, address: string) {
  const accept = () => change({ address })
  const begin = useEffectEvent(() => draft.address === null && accept())
  useEffect(() => void begin(), [])
  return { earlier: draft.address === address ? null : draft.address, accept }
}

/** The changes that the fields make to the draft. A fault disappears at the moment when its field is correct. */
function useBuyFields(
  { draft, chosen, isLocked, change }: BuyDraftState,
  packages: readonly MembershipPackage[],
  setFaults: Dispatch<SetStateAction<BuyErrors>>,
) {
  return {
    choosePackage: (packageId: string) => {
      const next = packages.find(({ id }) => id === packageId)
      if (next) change({ packageId, amount: formatCoins(next.min_coin_purchase) })
      chosenPackage.write(packageId)
      setFaults(({ slip, hash }) => ({ slip, hash }))
    },
    typeAmount: (amount: string) => {
      change(chosen ? { amount } : { amount, packageId: null })
      setFaults(({ slip, hash, amount: fault }) => ({ slip, hash, amount: fault && amountError(amount) }))
    },
    leaveAmount: () => {
      if (!isLocked) setFaults((before) => ({ ...before, amount: amountError(draft.amount) }))
    },
    typeHash: (hash: string) => {
      change({ hash })
      setFaults((before) => ({ ...before, hash: before.hash && hashError(hash) }))
    },
    leaveHash: () => setFaults((before) => ({ ...before, hash: hashError(draft.hash) })),
    keepSlip: (slip: StoredSlip | null) => {
      change({ slip })
      setFaults((before) => ({ ...before, slip: undefined, form: undefined }))
    },
  }
}

function withoutEmpty(faults: BuyErrors): BuyErrors {
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text))
}
