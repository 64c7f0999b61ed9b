import * as z from 'zod/mini'
import * as endpoints from './endpoints/treasury.ts'
import { decimal, defineOperation, moment } from './operation.ts'

const counted = z.object({ count: z.number(), usdt: decimal })

/** A deposit address with what came to it and what is on it. */
export const treasuryAddress = z.object({
  address: z.string(),
  /** True for the address that members are told to pay to now. */
  is_current: z.boolean(),
  /** False for an address of another network: the chain is not asked for it. */
  is_checkable: z.boolean(),
  received: counted,
  /** The balance, with a final block that is no later; null if it was never read. */
  balance: z.nullable(z.object({ usdt: decimal, block_number: z.number(), block_time: moment, checked_at: moment })),
  /** The time of the newest question that no provider has answered; null if the newest one was answered. */
  unanswered_at: z.nullable(moment),
})
export type TreasuryAddress = z.infer<typeof treasuryAddress>

/** The balances of all addresses that can be checked, and the movements after their blocks. */
export const treasuryBalance = z.object({
  usdt: decimal,
  /** The time of the oldest of these balances. */
  checked_at: moment,
  received_since_usdt: decimal,
  left_since_usdt: decimal,
  /** The balances with these movements, less what should be there. Below zero if more has left. */
  unexplained_usdt: decimal,
})

/**
 * USDT by the chain beside USDT by the requests. The difference of what buys asked for and what withdrawals are worth leads to what
 * should be on the addresses by the differences that have a name here, and to the balances by `unexplained_usdt`.
 */
export const treasury = z.object({
  /** False while no provider is set: then nothing is checked on the chain. */
  has_provider: z.boolean(),
  /** All final transfers to deposit addresses: for approved buys, sent back, moved from another deposit address, and free ones. */
  received: counted,
  allocated_usdt: decimal,
  refunded: counted,
  moved_usdt: decimal,
  free_usdt: decimal,
  /** The approved buys with the USDT that they asked for. */
  buys: counted,
  unpaid_buys: counted,
  overpaid_usdt: decimal,
  underpaid_usdt: decimal,
  /** The approved withdrawals with the USDT that they are worth, and their payouts by state. */
  withdrawals: counted,
  to_pay: counted,
  sent: counted,
  /** The payouts that the chain contradicts. They are among those that are sent or to be paid. */
  flagged: counted,
  confirmed: counted,
  untracked: counted,
  /** Of the confirmed payouts, what left from an address that is no deposit address. */
  paid_elsewhere_usdt: decimal,
  /** The USDT that should be on the addresses: all that was received from others, less refunds and the payouts that left from here. */
  expected_usdt: decimal,
  /** Null until each address that can be checked has a balance. */
  balance: z.nullable(treasuryBalance),
  addresses: z.array(treasuryAddress),
})
export type Treasury = z.infer<typeof treasury>

export const getTreasury = defineOperation(endpoints.getTreasury, {
  summary:
    'USDT received, paid out and on the deposit addresses, against what the requests say, with each difference by its name.',
  output: treasury,
})

export const checkTreasuryBalances = defineOperation(endpoints.checkTreasuryBalances, {
  summary:
    'Ask the chain for the balances of the deposit addresses now, and answer with the treasury. Within a minute of another check nothing is asked, so that one answer serves everybody. A balance that cannot be read stays as it was, with the time of the question. Without a provider nothing is asked.',
  output: treasury,
})

export const exportTreasury = defineOperation(endpoints.exportTreasury, {
  summary:
    'All decided buys and then all decided withdrawals, the newest first, with their transfers and payouts, as a CSV file for the accountant.',
  download: true,
  output: z.any(),
})
