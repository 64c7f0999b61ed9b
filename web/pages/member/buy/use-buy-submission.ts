import { errors } from '../../../../contract/errors.ts'
import { submitBuyRequest } from '../../../../contract/endpoints/requests.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import { useSubmission } from '../../../lib/use-submission.ts'
import { useOutcomeToasts } from '../../../features/spending/use-outcome-toasts.ts'
import { readBuyAmount } from './buy-amount.ts'
import type { BuyDraft } from '../../../features/requests/buy-draft.ts'
import { errorsOfRefusal, type BuyErrors } from './buy-errors.ts'
import type { BuyDraftState } from './use-buy-draft.ts'

interface SubmissionOptions extends Pick<BuyDraftState, 'draft' | 'change' | 'drop'> {
  /** The quote of the reviewed figures; empty while there is none. */
  quoteId: string
  setFaults: (faults: BuyErrors) => void
  /** Reads the figures again, after the server has said that they changed. */
  renewQuote: () => Promise<void>
}

/** The title of the screen that follows the form, and of the toast for members who have left the page. */
export const requestSubmittedTitle = t('Request Submitted!')

/** Sends a purchase request. A refusal is shown in words. */
export function useBuySubmission({ draft, change, drop, quoteId, setFaults, renewQuote }: SubmissionOptions) {
  const { tellAccepted, holdRefusal, showRefusal, dismissRefusal } = useOutcomeToasts(requestSubmittedTitle)
  const refuse = (faults: BuyErrors) => {
    setFaults(faults)
    holdRefusal(messagesOf(faults))
    // The review of a purchase is no dialog, so the toast can be reached at once.
    showRefusal()
  }
  const { submit, isSending, isPending, submitted, mayHaveArrived } = useSubmission({
    draft,
    change,
    body: bodyOf(draft),
    send: (body, key) => call(submitBuyRequest, { body: { ...body, quote_id: quoteId } }, { key }),
    onAccepted: () => {
      drop()
      chosenPackage.write(null)
      tellAccepted()
    },
    onFailed: async (error) => {
      if (error instanceof ApiError && error.code === 'quote_changed') await renewQuote()
      refuse(errorsOfRefusal(error))
    },
  })
  return {
    submit: () => {
      if (isSending()) return
      setFaults({})
      dismissRefusal()
      submit()
    },
    refuse,
    /** Hides a refusal that is still on the screen, as it would cover the heading of the next step. */
    dismissRefusal,
    isPending,
    submitted,
    mayHaveArrived,
  }
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

function messagesOf(faults: BuyErrors) {
  if (faults.package === errors.package_required.message) return toasts.packageRequired
  const description = faults.form ?? faults.package ?? faults.amount ?? faults.slip ?? faults.hash
  return { title: failureTitles.submission, description }
}
