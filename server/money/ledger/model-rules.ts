import { fromUnits, multiply, percentageOf, toUnits } from '../../../contract/money.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Member, Package, Request } from './model-world.ts'

/** The rules that a test may break on purpose, to prove that the comparison notices. */
export const rules = {
  bonus: (pack: Package): bigint => toUnits(percentageOf(pack.coins, pack.bonusPercentage)),
  reward: (request: { coins: bigint; bonus: bigint }, isFirst: boolean): bigint =>
    isFirst ? toUnits(percentageOf(fromUnits(request.coins), '20')) : 0n,
  /** The part of an amount that was paid for, rounded down to a multiple of the unit. */
  paidPart: (amount: bigint, received: bigint, wanted: bigint, unit: bigint): bigint =>
    ((amount * received) / (wanted * unit)) * unit,
  /** True if a buy may go on: the member was shown the terms that it would be made on. */
  isAsQuoted: (shown: string, now: string): boolean => shown === now,
  /** True if a payment of this amount could be for another open buy, or for one that was quoted. */
  isTaken: (amount: bigint, open: ReadonlySet<bigint>, reserved: ReadonlySet<bigint>): boolean =>
    open.has(amount) || reserved.has(amount),
  /** The worth of a request: the USD paid, or the value of its coins, if that is more. */
  worth: (usd: bigint, coins: bigint, bonus: bigint, rate: string): bigint => {
    const fetched = toUnits(multiply(fromUnits(coins + bonus), rate, 2))
    return usd > fetched ? usd : fetched
  },
  /** The worth of a correction, rounded up, so that each one counts. Units are those of a coin and of a cent. */
  correctionWorth: (coins: bigint, rate: string): bigint => {
    const [exact, cent] = [coins * toUnits(rate), toUnits('1') * toUnits('0.01')]
    return ((exact + cent - 1n) / cent) * toUnits('0.01')
  },
  /** True if members may buy at this exchange rate. */
  mayBuyAt: (isFallback: boolean): boolean => !isFallback,
  /** The days that count until a buy expires: those since the question while another slip is needed. */
  daysOf: (request: Pick<Request, 'isAsked' | 'days' | 'askedDays'>): number =>
    request.isAsked ? request.askedDays : request.days,
  /** True if a new slip has arrived so lately that an administrator has to have the time to look at it. */
  isFresh: ({ answeredDays }: Pick<Request, 'answeredDays'>): boolean => answeredDays !== null && answeredDays < 2,
  /** True if a request expires. In the tests a few moments pass beside the whole days. */
  isOverdue: (request: Pick<Request, 'kind' | 'status'>, days: number): boolean =>
    request.kind === 'buy' && request.status === 'pending' && days >= 7,
  /** True if a decision may go on: the administrator saw the slip that is there. */
  isSeen: (seen: number, revision: number): boolean => seen === revision,
  /** True if the policy may approve a buy with this slip. */
  isUndoubted: (request: Pick<Request, 'isAsked' | 'revision'>): boolean => !request.isAsked && request.revision === 0,
  /** True if a member earns rewards, and if coins in the account keep it from being closed. */
  isOpen: (member: Pick<Member, 'status'>): boolean => member.status !== 'Closed',
  isEmpty: (member: Pick<Member, 'available'>): boolean => member.available === 0n,
  /** True if notes give the member a reason for a rejection. */
  isReason: (notes: string | null): boolean => notes !== null && notes.trim() !== '',
  /** True if an approval may go on: no approved buy has used its file or its transaction hash, or a reason is given. */
  mayUseProofs: (proofs: readonly string[], used: ReadonlyMap<string, string>, reason: string | null): boolean =>
    reason !== null || proofs.every((proof) => !used.has(proof)),
  /**
   * True if coins may be paid out to an address. No address that members were ever shown for their payments is payable.
   */
  isPayable: (wallet: string, ofPlatform: ReadonlySet<string>): boolean => !ofPlatform.has(wallet),
  /** True if the address book of a member has room for another address. */
  hasRoom: (member: Pick<Member, 'book'>): boolean => member.book.size < 5,
  /** True if a withdrawal may be made to an address, and if it may be approved. */
  isListed: (member: Pick<Member, 'book'>, address: string): boolean => member.book.has(address),
  isUsable: (member: Pick<Member, 'book'>, address: string): boolean => member.book.get(address)?.hasWaited === true,
  /** True if the withdrawals and transfers of a member wait after a change of the account, or are stopped. */
  isHeld: (member: Pick<Member, 'isHeld'>): boolean => member.isHeld,
  isStopped: (member: Pick<Member, 'isStopped'>): boolean => member.isStopped,
  /** The coins of a member that cannot be spent yet. */
  waiting: (member: Pick<Member, 'maturing'>): bigint =>
    member.maturing.reduce((sum, { coins, daysLeft }) => (daysLeft > 0 ? sum + coins : sum), 0n),
  /** The number of coins that the waiting ones lose to an adjustment, which takes mature coins first. */
  takenOfWaiting: (waiting: bigint, available: bigint): bigint => (waiting > available ? waiting - available : 0n),
  /** True if an approved request can be reversed. */
  mayReverse: (request: Pick<Request, 'isReversed'>): boolean => !request.isReversed,
  /** The coins that a member lacks to give some back, and what a debt takes of available coins. */
  lacking: (coins: bigint, available: bigint): bigint => coins - available,
  repaid: (remaining: bigint, available: bigint): bigint => (remaining < available ? remaining : available),
  /** True if a member who keeps so many purchases has their first one before them again. */
  isFirstAgain: (purchases: number): boolean => purchases === 0,
  /** True if an administrator's duty covers decisions, or corrections of balances. */
  mayDecide: (duty: Duty | null): boolean => duty === 'owner' || duty === 'approver',
  mayAdjust: (duty: Duty | null): boolean => duty === 'owner',
  /** True if the policy takes a transfer as the payment of an amount, and if it may approve so much in a day. Units are base units. */
  isPaidBy: (units: bigint, wanted: bigint): boolean => units === wanted,
  isWithinDay: (worth: bigint, sum: bigint, dailyUsd: string): boolean => worth + sum <= toUnits(dailyUsd),
  /** True if a decision of this worth needs a second administrator. `sum`: the worth that the first decided alone. */
  needsSecond: (worth: bigint, sum: bigint, { singleUsd, dailyUsd }: Limits): boolean =>
    worth > toUnits(singleUsd) || worth + sum > toUnits(dailyUsd),
}

/** The worth above which a decision needs a second administrator: alone, and with the others of a day. */
export interface Limits {
  singleUsd: string
  dailyUsd: string
}

/** The fields that requests of a kind have, and the line that their owner reads when locked coins leave. */
interface KindRules {
  hasUsdt: boolean
  hasWallet: boolean
  hasRecipient: boolean
  outgoing: string | null
}

export const kindRules = {
  buy: { hasUsdt: true, hasWallet: false, hasRecipient: false, outgoing: null },
  withdrawal: { hasUsdt: true, hasWallet: true, hasRecipient: false, outgoing: 'WITHDRAWAL' },
  transfer: { hasUsdt: false, hasWallet: false, hasRecipient: true, outgoing: 'TRANSFER_OUT' },
} satisfies Record<RequestKind, KindRules>
