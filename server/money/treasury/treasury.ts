import { sql } from 'kysely'
import { add, subtract, type Decimal } from '../../../contract/money.ts'
import type { Treasury } from '../../../contract/treasury.ts'
import type { Db } from '../../platform/db/client.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { toUsdt } from '../deposits/usdt.ts'
import { readPayoutTotals, type PayoutReader } from '../payouts/payouts.ts'
import { listAddresses, sumBalances } from './addresses.ts'

type Units =
  | 'received'
  | 'allocated'
  | 'refunded'
  | 'moved'
  | 'free'
  | 'bought'
  | 'unpaid'
  | 'overpaid'
  | 'underpaid'
  | 'withdrawn'
  | 'paid_here'
  | 'paid_elsewhere'
type Counts = 'transfers' | 'refunds' | 'buys' | 'unpaid_buys' | 'withdrawals'
type Sums = Record<Units | Counts, string>

/**
 * Reads the sums of the treasury and the balances, all of the same moment. It reads a row for each administrator and address, and
 * what has moved since the balances were read.
 */
export async function readTreasury({ db, isWatched }: PayoutReader): Promise<Treasury> {
  return inSnapshot(db, async (tx) => {
    const sums = await readSums(tx)
    const payouts = await readPayoutTotals({ db: tx, isWatched })
    const addresses = await listAddresses(tx)
    const usdt = (name: Units) => toUsdt(sums[name])
    const counted = (count: Counts, units: Units) => ({ count: Number(sums[count]), usdt: usdt(units) })
    const { to_pay, sent, flagged, confirmed, untracked } = payouts
    const expected = [usdt('moved'), usdt('refunded'), usdt('paid_here')].reduce(subtract, usdt('received'))
    return {
      has_provider: isWatched,
      received: counted('transfers', 'received'),
      allocated_usdt: usdt('allocated'),
      refunded: counted('refunds', 'refunded'),
      moved_usdt: usdt('moved'),
      free_usdt: usdt('free'),
      buys: counted('buys', 'bought'),
      unpaid_buys: counted('unpaid_buys', 'unpaid'),
      overpaid_usdt: usdt('overpaid'),
      underpaid_usdt: usdt('underpaid'),
      withdrawals: counted('withdrawals', 'withdrawn'),
      to_pay,
      sent,
      flagged,
      confirmed,
      untracked,
      paid_elsewhere_usdt: usdt('paid_elsewhere'),
      expected_usdt: expected,
      balance: withUnexplained(sumBalances(addresses), expected),
      addresses: addresses.map(({ since: _, ...address }) => address),
    }
  })
}

async function readSums(db: Db): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select transfers, received, allocated, refunds, refunded, moved, free, buys, bought, unpaid_buys, unpaid, overpaid, underpaid,
           withdrawals, withdrawn, paid_here, paid_elsewhere from ledger.treasury`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('the treasury has no sums')
  return sums
}

function withUnexplained(balance: ReturnType<typeof sumBalances>, expected: Decimal): Treasury['balance'] {
  if (balance === null) return null
  const now = subtract(add(balance.usdt, balance.received_since_usdt), balance.left_since_usdt)
  return { ...balance, unexplained_usdt: subtract(now, expected) }
}
