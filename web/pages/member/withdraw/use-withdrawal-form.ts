import { useState } from 'react'
import * as z from 'zod/mini'
import { errors } from '../../../../contract/errors.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import type { UserDashboardStats } from '../../../../contract/stats.ts'
import { submitWithdrawalRequest } from '../../../../contract/endpoints/requests.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { readCoins } from '../../../lib/typed-coins.ts'
import { useWalletCheck, type WalletCheck } from '../../../lib/use-wallet-check.ts'
import { walletError } from '../../../lib/wallet-error.ts'
import { readWholeCoins, withdrawalAmountFault } from '../../../features/spending/coin-amounts.ts'
import { estimate, type Estimate, type KnownRate } from '../../../features/spending/estimate.ts'
import { spendingFault } from '../../../features/spending/spendable.ts'
import { useAmountCheck } from '../../../features/spending/use-amount-check.ts'
import { useLimitError } from '../../../features/spending/use-limit-error.ts'
import { useSpending, type SpendingKind } from '../../../features/spending/use-spending.ts'
import { extraFields, noExtras, toExtraBody } from './extras.tsx'

/** The draft of a withdrawal, its faults and its submission. */
export function useWithdrawalForm(profile: Profile, stats: UserDashboardStats | undefined) {
  const spending = useSpending(withdrawal, profile.id)
  const { amount } = spending.fields
  const [isWalletMissed, setIsWalletMissed] = useState(false)
  const [reviewed, setReviewed] = useState<ReviewedWithdrawal | null>(null)
  const limitError = useLimitError()
  const faultOf = (text: string) => spendingFault(text, stats, withdrawalAmountFault) ?? limitError(text)
  const amountError = spending.mayHaveArrived ? undefined : faultOf(amount)
  const amountCheck = useAmountCheck(amountError)
  const address = spending.fields.wallet ?? profile.wallet_address
  const walletCheck = useWalletCheck(address ?? '')

  const review = (rate: KnownRate) => {
    amountCheck.judge()
    // A request that may have arrived is answered as it was, so the check of the address does not stop it.
    const isPayable = address !== null && (spending.mayHaveArrived || !walletCheck?.refusal)
    setIsWalletMissed(!isPayable)
    const coins = readCoins(amount)
    if (!isPayable || amountError || coins === null) return false
    setReviewed({ ...estimate(coins, rate), address })
    spending.openReview()
    return true
  }
  const submit = () => {
    if (reviewed?.address === address) return spending.submit()
    spending.refuse({ place: 'wallet', title: failureTitles.submission, text: walletChanged })
  }

  return {
    spending,
    reviewed,
    walletCheck,
    faults: {
      amount: spending.refusalAt('amount') ?? amountCheck.fault,
      wallet: spending.refusalAt('wallet') ?? (isWalletMissed ? walletRefusal(address, walletCheck) : undefined),
      form: spending.refusalAt('form'),
    },
    typeAmount: (text: string) => {
      spending.changeFields({ amount: text })
      amountCheck.change(faultOf(text))
    },
    leaveAmount: () => {
      if (amount.trim() !== '') amountCheck.judge()
    },
    address,
    /** Chooses the address that the withdrawal is paid to. */
    chooseAddress: (chosen: string) =>
      spending.changeFields({ wallet: chosen === profile.wallet_address ? undefined : chosen }),
    keepAttachment: (attachment: Fields['attachment']) => spending.changeFields({ attachment }),
    /** Opens the review of the amount at this rate, or shows the faults. */
    review,
    /** Sends the reviewed request, unless the profile names another address since then. */
    submit,
  }
}

function walletRefusal(address: string | null, check: WalletCheck | undefined): string | undefined {
  if (address === null) return errors.wallet_address_missing.message
  return check && walletError(check)?.title
}

/** The values that the member has reviewed before submitting. */
export interface ReviewedWithdrawal extends Estimate {
  address: string
}

export type WithdrawalForm = ReturnType<typeof useWithdrawalForm>

const fields = z.object({ amount: z.string(), ...extraFields })
type Fields = z.infer<typeof fields>
type Body = { amount_coins: number } & ReturnType<typeof toExtraBody>

const withdrawal: SpendingKind<Fields, Body, Awaited<ReturnType<typeof send>>> = {
  name: 'withdrawal',
  fields,
  empty: { amount: '', ...noExtras },
  toBody: ({ amount, ...extras }) => {
    const coins = readWholeCoins(amount)
    return coins === null ? null : { amount_coins: coins, ...toExtraBody(extras) }
  },
  send,
  placeOf: ({ code }) => places[code],
  titleOf: () => failureTitles.submission,
  acceptedTitle: t('Withdrawal submitted'),
}

const places: Partial<Record<ApiError['code'], string>> = {
  withdrawal_below_minimum: 'amount',
  withdrawal_not_multiple: 'amount',
  amount_exceeds_balance: 'amount',
  amount_worth_nothing: 'amount',
  coins_maturing: 'amount',
  amount_over_limit: 'amount',
  amount_too_large: 'amount',
  wallet_address_missing: 'wallet',
  wallet_address_unlisted: 'wallet',
  wallet_address_mistyped: 'wallet',
  wallet_network_other: 'wallet',
  wallet_of_platform: 'wallet',
  upload_already_used: 'attachment',
  not_found: 'attachment',
}

function send(body: Body, key: string) {
  return call(submitWithdrawalRequest, { body }, { key })
}

const walletChanged = t(
  'The wallet address in your profile has changed since you looked. Please check it and submit again.',
)
