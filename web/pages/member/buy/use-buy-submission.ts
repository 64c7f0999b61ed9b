import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { submitBuyRequest } from '../../../../contract/requests.ts'
import { failureTitles, followRequestText, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { afterFailure } from '../../../lib/attempt.ts'
import { call } from '../../../lib/api.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import { useIsGone } from '../../../lib/use-is-gone.ts'
import { dismissToast, toast } from '../../../ui/toast.ts'
import { readBuyAmount } from './buy-amount.ts'
import { dropBuyDraft, type BuyDraft } from '../../../features/requests/buy-draft.ts'
import { placeOfRefusal, type BuyErrors } from './buy-errors.ts'

interface SubmissionOptions {
  userId: string
  change: (part: Partial<BuyDraft>) => void
  setFaults: (faults: BuyErrors) => void
  /** Reads the figures again, after the server has said that they changed. */
  renewQuote: () => Promise<void>
}

/** The title of the screen that follows the form, and of the toast for members who have left the page. */
export const requestSubmittedTitle = t('Request Submitted!')

/** Sends a purchase request: once, however often the member clicks. A refusal is shown in words. */
export function useBuySubmission({ userId, change, setFaults, renewQuote }: SubmissionOptions) {
  const isSending = useRef(false)
  const shownToast = useRef(0)
  const isGone = useIsGone()
  const submission = useMutation({ mutationFn: send })

  const refuse = (faults: BuyErrors) => {
    setFaults(faults)
    shownToast.current = announce(faults)
  }
  /** A refusal that is still on the screen would cover the heading of the next step. */
  const dismissRefusal = () => dismissToast(shownToast.current)
  const submit = async (draft: BuyDraft, quoteId: string) => {
    if (isSending.current || submission.data) return
    isSending.current = true
    setFaults({})
    dismissRefusal()
    // A call without an answer can only be repeated with the same key, so the key must outlive a reload.
    const attempt = attemptOf(draft)
    change({ attempt })
    try {
      await submission.mutateAsync({ draft, quoteId })
      dropBuyDraft(userId)
      chosenPackage.write(null)
      if (isGone()) toast({ title: requestSubmittedTitle, description: followRequestText })
    } catch (error) {
      change(afterFailure(error, attempt, draft.attempt))
      if (isRefused(error, 'quote_changed')) await renewQuote()
      refuse(placeOfRefusal(error))
    } finally {
      isSending.current = false
    }
  }
  return { submit, refuse, dismissRefusal, isPending: submission.isPending, submitted: submission.data }
}

/** Returns the parts of a draft by which a call is the same as an earlier one. The quote is not among them. */
function bodyOf({ packageId, amount, slip, hash }: BuyDraft) {
  const read = readBuyAmount(amount)
  return {
    amount_coins: 'coins' in read ? read.coins : 0,
    package_id: packageId,
    payment_proof_id: slip?.id ?? null,
    transaction_hash: hash.trim() || null,
  }
}

function attemptOf(draft: BuyDraft): string {
  return JSON.stringify(bodyOf(draft))
}

/** True if this very request was sent before and its outcome is unknown. */
export function mayHaveArrived(draft: BuyDraft): boolean {
  return draft.attempt === attemptOf(draft)
}

function send({ draft, quoteId }: { draft: BuyDraft; quoteId: string }) {
  return call(submitBuyRequest, { body: { ...bodyOf(draft), quote_id: quoteId } }, { key: draft.key })
}

function isRefused(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code
}

function announce(faults: BuyErrors): number {
  if (faults.package === errors.package_required.message) {
    return toast({ ...toasts.packageRequired, variant: 'destructive' })
  }
  const description = faults.form ?? faults.package ?? faults.amount ?? faults.slip ?? faults.hash
  return toast({ title: failureTitles.submission, description, variant: 'destructive' })
}
