import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Profile } from '../../../../contract/profiles.ts'
import type { UserDashboardStats } from '../../../../contract/stats.ts'
import { submitTransferRequest } from '../../../../contract/endpoints/requests.ts'
import { failureTitles, requiredText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { readCoins } from '../../../lib/typed-coins.ts'
import { transferAmountFault, readWholeCoins } from '../../../features/spending/coin-amounts.ts'
import { estimate, type Estimate, type KnownRate } from '../../../features/spending/estimate.ts'
import { spendingFault } from '../../../features/spending/spendable.ts'
import { useAmountCheck } from '../../../features/spending/use-amount-check.ts'
import { useLimitError } from '../../../features/spending/use-limit-error.ts'
import { forgetRecipient, useRecipient } from './use-recipient.ts'
import { useSpending, type SpendingKind } from '../../../features/spending/use-spending.ts'

/** The draft of a transfer, its faults and its submission. */
export function useTransferForm(profile: Profile, stats: UserDashboardStats | undefined) {
  const spending = useSpending(transfer, profile.id)
  const { recipient: typed, amount } = spending.fields
  const changes = useRef(0)
  const { recipient, lookAgain, lookNow } = useRecipient(typed, profile.member_id)
  const [isMissing, setIsMissing] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const [reviewed, setReviewed] = useState<ReviewedTransfer | null>(null)
  const limitError = useLimitError()
  const faultOf = (text: string) => spendingFault(text, stats, transferAmountFault) ?? limitError(text)
  const amountError = spending.mayHaveArrived ? undefined : faultOf(amount)
  const amountCheck = useAmountCheck(amountError)

  const typeRecipient = (text: string) => {
    changes.current += 1
    setIsMissing(false)
    spending.changeFields({ recipient: text })
  }
  const review = async (rate: KnownRate) => {
    amountCheck.judge()
    setIsMissing(typed.trim() === '')
    const seen = changes.current
    setIsChecking(true)
    const found = await lookNow(typed)
    setIsChecking(false)
    // The member has changed the form during the look-up, so the review of the earlier values does not open.
    if (changes.current !== seen) return true
    const coins = readCoins(amount)
    if (found.state !== 'found' || amountError || coins === null) return false
    setReviewed({ ...found, ...estimate(coins, rate) })
    spending.openReview()
    return true
  }

  return {
    spending,
    recipient,
    /** True while the recipient is looked up for the review. */
    isChecking,
    reviewed,
    faults: {
      recipient:
        spending.refusalAt('recipient') ??
        (isMissing ? recipientNeeded : recipient.state === 'refused' ? recipient.text : undefined),
      amount: spending.refusalAt('amount') ?? amountCheck.fault,
      form: spending.refusalAt('form'),
    },
    typeRecipient,
    chooseRecipient: (memberId: string) => {
      typeRecipient(memberId)
      void lookNow(memberId)
    },
    lookAgain,
    typeAmount: (text: string) => {
      changes.current += 1
      spending.changeFields({ amount: text })
      amountCheck.change(faultOf(text))
    },
    leaveAmount: () => {
      if (amount.trim() !== '') amountCheck.judge()
    },
    /** Opens the review, or shows the faults; false if there are any. */
    review,
  }
}

const recipientNeeded = requiredText(t('Recipient Member ID'))

/** The recipient and the amount that the member has reviewed before submitting. */
export interface ReviewedTransfer extends Estimate {
  name: string
  memberId: string
}

export type TransferForm = ReturnType<typeof useTransferForm>

const fields = z.object({ recipient: z.string(), amount: z.string() })
type Fields = z.infer<typeof fields>
type Body = { recipient_member_id: string; amount_coins: number }

const transfer: SpendingKind<Fields, Body, Awaited<ReturnType<typeof send>>> = {
  name: 'transfer',
  fields,
  empty: { recipient: '', amount: '' },
  toBody: ({ recipient, amount }) => {
    const coins = readWholeCoins(amount)
    const memberId = recipient.trim().toUpperCase()
    return coins === null || memberId === '' ? null : { recipient_member_id: memberId, amount_coins: coins }
  },
  send,
  placeOf: ({ code }) => places[code],
  titleOf: (error) =>
    error instanceof ApiError && error.code === 'insufficient_funds'
      ? failureTitles.insufficientFunds
      : failureTitles.transfer,
  acceptedTitle: t('Transfer submitted'),
}

const places: Partial<Record<ApiError['code'], string>> = {
  recipient_is_self: 'recipient',
  recipient_invalid: 'recipient',
  transfer_not_multiple: 'amount',
  insufficient_funds: 'amount',
  coins_maturing: 'amount',
  amount_over_limit: 'amount',
  amount_too_large: 'amount',
}

async function send(body: Body, key: string) {
  try {
    return await call(submitTransferRequest, { body }, { key })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'recipient_invalid') forgetRecipient(body.recipient_member_id)
    throw error
  }
}
