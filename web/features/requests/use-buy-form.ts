import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errors } from '../../../contract/errors.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { submitBuyRequest } from '../../../contract/requests.ts'
import { failureTitles, toasts } from '../../../contract/texts.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { dismissToast, toast } from '../../ui/toast.ts'
import { dropBuyDraft, keepBuyDraft, readBuyDraft, type BuyDraft, type StoredSlip } from './buy-draft.ts'
import { buyFaults, placeOfRefusal, type BuyFaults } from './buy-faults.ts'
import { readBuyAmount } from './buy-quote.ts'

/** The draft of a buy request, what is wrong with it, and its way to the server. */
export function useBuyForm(profile: Profile, packages: readonly MembershipPackage[]) {
  const { draft, chosen, isLocked, change } = useBuyDraft(profile, packages)
  const [faults, setFaults] = useState<BuyFaults>({})
  const { submit, isPending, submitted } = useSubmission(profile.id, change, setFaults)

  const choosePackage = (packageId: string) => {
    const next = packages.find(({ id }) => id === packageId)
    if (next) change({ packageId, amount: next.min_coin_purchase })
    setFaults(({ slip }) => ({ slip }))
  }
  const typeAmount = (amount: string) => {
    change({ amount })
    // A sentence about the amount goes the moment it is right; a new one waits until the field is left.
    setFaults(({ slip, amount: fault }) => ({ slip, amount: fault && amountFault(amount) }))
  }
  const checkAmount = () => {
    if (!isLocked) setFaults((before) => ({ ...before, amount: amountFault(draft.amount) }))
  }
  const keepSlip = (slip: StoredSlip | null) => {
    change({ slip })
    setFaults((before) => ({ ...before, slip: undefined, form: undefined }))
  }

  return {
    draft,
    chosen,
    /** The first purchase: a package is needed, and it sets the amount. */
    isLocked,
    faults,
    isPending,
    submitted,
    choosePackage,
    typeAmount,
    checkAmount,
    keepSlip,
    submit: () => submit(draft, buyFaults(draft, chosen, isLocked)),
  }
}

export type BuyForm = ReturnType<typeof useBuyForm>

function useBuyDraft(profile: Profile, packages: readonly MembershipPackage[]) {
  const [kept, setKept] = useState(() => readBuyDraft(profile.id) ?? startDraft(profile, packages))
  const chosen = packages.find(({ id }) => id === kept.packageId) ?? null
  const isLocked = !profile.first_purchase_done
  const amount = isLocked ? (chosen?.min_coin_purchase ?? '') : kept.amount
  const draft: BuyDraft = { ...kept, packageId: chosen?.id ?? null, amount }

  const change = (part: Partial<BuyDraft>) =>
    setKept((before) => {
      const next = { ...before, ...part }
      keepBuyDraft(profile.id, next)
      return next
    })
  return { draft, chosen, isLocked, change }
}

function useSubmission(
  userId: string,
  change: (part: Partial<BuyDraft>) => void,
  setFaults: (faults: BuyFaults) => void,
) {
  const isSending = useRef(false)
  const refusalToast = useRef(0)
  const submission = useMutation({ mutationFn: send })

  const submit = async (draft: BuyDraft, found: BuyFaults) => {
    if (isSending.current || submission.data) return
    setFaults(found)
    if (Object.values(found).some(Boolean)) {
      refusalToast.current = announce(found)
      return
    }
    isSending.current = true
    // A refusal that is still on the screen would cover the heading that says the request is submitted.
    dismissToast(refusalToast.current)
    // From here on a lost answer can only be asked for again with the same key, so the key must outlive a reload.
    keepBuyDraft(userId, draft)
    try {
      await submission.mutateAsync(draft)
      dropBuyDraft(userId)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'idempotency_key_reused') change({ key: crypto.randomUUID() })
      setFaults(placeOfRefusal(error))
      const description = messageOf(error)
      refusalToast.current = toast({ title: failureTitles.submission, description, variant: 'destructive' })
    } finally {
      isSending.current = false
    }
  }
  return { submit, isPending: submission.isPending, submitted: submission.data }
}

/** The package of the signup, or the one bought last, is chosen from the start, with its amount. */
function startDraft(profile: Profile, packages: readonly MembershipPackage[]): BuyDraft {
  const current = packages.find(({ id }) => id === profile.package_id)
  return {
    key: crypto.randomUUID(),
    packageId: current?.id ?? null,
    amount: current?.min_coin_purchase ?? '',
    slip: null,
  }
}

function send({ key, packageId, amount, slip }: BuyDraft) {
  const read = readBuyAmount(amount)
  if ('error' in read) throw new Error(`an amount that was checked before: ${amount}`)
  const body = { amount_coins: read.coins, package_id: packageId, payment_proof_id: slip?.id ?? null }
  return call(submitBuyRequest, { body }, { key })
}

function amountFault(amount: string): string | undefined {
  const read = readBuyAmount(amount)
  return 'error' in read ? read.error : undefined
}

function announce(found: BuyFaults): number {
  if (found.package === errors.package_required.message) {
    return toast({ ...toasts.packageRequired, variant: 'destructive' })
  }
  const description = found.amount ?? found.slip
  return toast({ title: failureTitles.submission, description, variant: 'destructive' })
}
