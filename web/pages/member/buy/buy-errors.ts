import { errors } from '../../../../contract/errors.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import { transactionHash } from '../../../../contract/transaction-hash.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { BuyDraft } from '../../../features/requests/buy-draft.ts'
import { refusalText } from '../../../features/spending/refusal-text.ts'
import { readBuyAmount } from './buy-amount.ts'

/** The faults of the form, by the part that can correct them. */
export interface BuyErrors {
  package?: string | undefined
  amount?: string | undefined
  slip?: string | undefined
  hash?: string | undefined
  form?: string | undefined
}

/** Returns all faults that prevent sending the draft, before the server is asked. */
export function buyErrors(
  draft: Pick<BuyDraft, 'amount' | 'slip' | 'hash'>,
  chosen: MembershipPackage | null,
  isFirstPurchase: boolean,
): BuyErrors {
  const slip = draft.slip ? undefined : errors.slip_required.message
  return { ...choiceErrors(draft, chosen, isFirstPurchase), slip, hash: hashError(draft.hash) }
}

/** Returns the faults of the package and the amount alone. */
export function choiceErrors(
  { amount }: Pick<BuyDraft, 'amount'>,
  chosen: MembershipPackage | null,
  isFirstPurchase: boolean,
): BuyErrors {
  // Without a package a first purchase has no amount, so the amount has no fault yet.
  if (isFirstPurchase && !chosen) return { package: errors.package_required.message }
  return { amount: amountError(amount) }
}

export function amountError(amount: string): string | undefined {
  const read = readBuyAmount(amount)
  return 'error' in read ? read.error : undefined
}

export function hashError(hash: string): string | undefined {
  return transactionHash.safeParse(hash).error?.issues[0]?.message
}

export function hasError(faults: BuyErrors): boolean {
  return Object.values(faults).some(Boolean)
}

const places: Partial<Record<ApiError['code'], keyof BuyErrors>> = {
  buy_amount_not_valid: 'amount',
  buy_amount_not_multiple: 'amount',
  package_amount_mismatch: 'amount',
  amount_worth_nothing: 'amount',
  amount_over_limit: 'amount',
  amount_too_large: 'amount',
  amounts_taken: 'amount',
  package_required: 'package',
  package_not_found: 'package',
  package_not_buyable: 'package',
  slip_required: 'slip',
  upload_already_used: 'slip',
  not_found: 'slip',
}

/** Places the server's refusal at the part of the form that it concerns. */
export function errorsOfRefusal(error: unknown): BuyErrors {
  const hash = error instanceof ApiError ? error.fields['transaction_hash'] : undefined
  if (hash) return { hash }
  const place = error instanceof ApiError ? places[error.code] : undefined
  return { [place ?? 'form']: refusalText(error) }
}
