import { useState } from 'react'
import type { ChainCandidate } from '../../../../contract/chain-review.ts'
import { add, compare, paidPart } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import type { TransferName } from '../../../../contract/transfer-name.ts'
import { t } from '../../../../contract/translate.ts'
import type { RequestReview } from './kinds/kind-review.ts'

interface Choice {
  transfers: readonly TransferName[]
  isPart: boolean
}

const nothing: Choice = { transfers: [], isPart: false }

/**
 * Holds the transfers on chain that are to pay for the request on the screen. The choice of a first administrator binds the
 * second one.
 */
export function usePayment(shown: Request | undefined, review: RequestReview | undefined) {
  const [chosen, setChosen] = useState<{ id: string; choice: Choice }>()
  const first = review?.first_payment
  const choice = first
    ? { transfers: first.transfers, isPart: first.credit === 'part' }
    : chosen !== undefined && chosen.id === shown?.id
      ? chosen.choice
      : nothing
  const candidates = review?.chain?.transfers.filter((one) => isChosen(choice, one)) ?? []
  const sums = shown?.kind === 'buy' && candidates.length > 0 ? sumUp(shown, candidates) : undefined
  const change = (next: Choice) => shown && setChosen({ id: shown.id, choice: next })
  const isPart = choice.isPart && sums?.isShort === true

  return {
    transfers: choice.transfers,
    /** True to credit a part. */
    isPart: first ? choice.isPart : isPart,
    /** The sum of the chosen transfers and what a part of the coins would be; undefined while none is chosen. */
    sums,
    candidates,
    /** True if a first administrator has chosen, so that nothing can be changed. */
    isFixed: first !== null && first !== undefined,
    has: (one: ChainCandidate) => isChosen(choice, one),
    toggle: ({ hash, log_index }: ChainCandidate) =>
      change({
        ...choice,
        transfers: isChosen(choice, { hash, log_index })
          ? choice.transfers.filter((one) => !isSame(one, { hash, log_index }))
          : [...choice.transfers, { hash, log_index }],
      }),
    creditPart: (isCredited: boolean) => change({ ...choice, isPart: isCredited }),
    /** Says why these transfers do not pay for the request yet. */
    obstacle:
      sums?.isShort && !choice.isPart
        ? t('The chosen transfers bring less than the request costs. Credit a part, or choose others.')
        : undefined,
  }
}

export type PaymentState = ReturnType<typeof usePayment>

const isSame = (one: TransferName, other: TransferName) => one.hash === other.hash && one.log_index === other.log_index
const isChosen = ({ transfers }: Choice, one: TransferName) => transfers.some((other) => isSame(one, other))

function sumUp(buy: Extract<Request, { kind: 'buy' }>, candidates: readonly ChainCandidate[]) {
  const received = candidates.reduce((sum, { usdt }) => add(sum, usdt), '0')
  const { usdt_amount: wanted } = buy
  return {
    received,
    isShort: compare(received, wanted) < 0,
    partCoins: paidPart(buy.amount_coins, received, wanted, 4),
    partUsd: paidPart(buy.amount_usd, received, wanted, 2),
  }
}
