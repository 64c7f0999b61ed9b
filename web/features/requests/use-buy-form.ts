import { useState } from 'react'
import type { MembershipPackage } from '../../../contract/packages.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { errors } from '../../../contract/errors.ts'
import { useSlipUpload, type StoredFile } from '../uploads/use-slip-upload.ts'
import {
  amountFault,
  buyFaults,
  choiceFaults,
  hasFault,
  hashFault,
  placeOfRefusal,
  type BuyFaults,
} from './buy-faults.ts'
import { useBuyDraft } from './use-buy-draft.ts'
import { useBuyQuote } from './use-buy-quote.ts'
import { useBuySubmission } from './use-buy-submission.ts'

/** A buy request in the making: what is chosen, what it costs, what is wrong with it, and its way to the server. */
export function useBuyForm(profile: Profile, packages: readonly MembershipPackage[]) {
  const { draft, chosen, isLocked, change } = useBuyDraft(profile, packages)
  const quote = useBuyQuote(draft, chosen, (seen) => change({ seen }))
  const [found, setFaults] = useState<BuyFaults>({})
  const keepSlip = (stored: StoredFile | null) => {
    change({ slip: stored })
    setFaults((before) => ({ ...before, slip: undefined, form: undefined }))
  }
  const slip = useSlipUpload(draft.slip, keepSlip)
  const { submit, refuse, isPending, submitted } = useBuySubmission({
    userId: profile.id,
    change,
    setFaults,
    renewQuote: quote.renew,
  })
  // What the server says about the choice as such is said beside it, without anything having been sent.
  const faults = quote.refusal ? { ...placeOfRefusal(quote.refusal), ...withoutEmpty(found) } : found

  /** Whether everything is there to send; what is missing is said. */
  const check = (all: BuyFaults) => {
    if (hasFault(all)) refuse(all)
    else setFaults({})
    return !hasFault(all)
  }

  return {
    draft,
    chosen,
    /** The first purchase: a package is needed, and it sets the amount. */
    isLocked,
    quote,
    slip,
    faults,
    isPending,
    submitted,
    choosePackage: (packageId: string) => {
      const next = packages.find(({ id }) => id === packageId)
      if (next) change({ packageId, amount: next.min_coin_purchase })
      setFaults(({ slip, hash }) => ({ slip, hash }))
    },
    typeAmount: (amount: string) => {
      change({ amount })
      // A sentence about the amount goes the moment it is right; a new one waits until the field is left.
      setFaults(({ slip, hash, amount: fault }) => ({ slip, hash, amount: fault && amountFault(amount) }))
    },
    leaveAmount: () => {
      if (!isLocked) setFaults((before) => ({ ...before, amount: amountFault(draft.amount) }))
    },
    typeHash: (hash: string) => {
      change({ hash })
      setFaults((before) => ({ ...before, hash: before.hash && hashFault(hash) }))
    },
    leaveHash: () => setFaults((before) => ({ ...before, hash: hashFault(draft.hash) })),
    checkChoice: () => check(quote.refusal ? placeOfRefusal(quote.refusal) : choiceFaults(draft, chosen, isLocked)),
    /** Whether the whole request can be looked over; figures that changed meanwhile are part of what is looked at. */
    checkAll: () => {
      if (slip.progress !== undefined) {
        slip.refuse('The slip is still being uploaded. Please wait a moment.')
        return false
      }
      const refused = quote.refusal ? placeOfRefusal(quote.refusal) : {}
      if (!check({ ...refused, ...withoutEmpty(buyFaults(draft, chosen, isLocked)) })) return false
      quote.acknowledge()
      return true
    },
    submit: async () => {
      if (!quote.quote) return refuse({ form: 'The figures are not there yet. Please try again in a moment.' })
      if (quote.acknowledge()) return refuse({ form: errors.quote_changed.message })
      await submit(draft, quote.quote.quote_id)
    },
  }
}

export type BuyForm = ReturnType<typeof useBuyForm>

function withoutEmpty(faults: BuyFaults): BuyFaults {
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text))
}
