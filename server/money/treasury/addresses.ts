import { sql } from 'kysely'
import { add, type Decimal } from '../../../contract/money.ts'
import type { TreasuryAddress } from '../../../contract/treasury.ts'
import { readTronAddress } from '../../platform/chain/tron-address.ts'
import type { Db } from '../../platform/db/client.ts'
import { toUsdt } from '../deposits/usdt.ts'

interface Row {
  address: string
  is_current: boolean
  transfers: string
  received: string
  units: string | null
  block_number: string | null
  block_time: string | null
  checked_at: string | null
  problem_at: string | null
  received_since: string
  left_since: string
}

/** An address with what came to it and left it after the block of its balance. */
export type AddressOfTreasury = TreasuryAddress & { since: { received: Decimal; left: Decimal } }

/**
 * Lists each deposit address that ever was, the one in force first, as all of them may still receive. Movements after a balance are
 * read by indexes of times. The server's clock may be behind that of the chain, so its own times begin an hour earlier.
 */
export async function listAddresses(db: Db): Promise<AddressOfTreasury[]> {
  const { rows } = await sql<Row>`
    select d.address, d.is_current, coalesce(c.transfers, 0) as transfers, coalesce(c.units, 0) as received, b.units, b.block_number,
           b.block_time, b.checked_at, b.problem_at,
           (select coalesce(sum(t.units), 0) from chain_transfers t
             where t.to_address = d.address and t.block_time >= b.block_time and t.block_number > b.block_number) as received_since,
           (select coalesce(sum(t.units), 0) from chain_transfers t
             where t.from_address = d.address and t.block_time >= b.block_time and t.block_number > b.block_number)
           + (select coalesce(sum(l.units), 0) from ledger.payouts p
                join ledger.paying_transfers l
                  on l.request_id = p.request_id and l.from_address = d.address and l.block_number > b.block_number
               where p.state = 'confirmed' and p.since >= b.block_time - interval '1 hour') as left_since
      from (select address, bool_or(replaced_at is null) as is_current, max(set_at) as set_at from deposit_addresses group by address) d
      left join chain_totals c on c.address = d.address
      left join treasury_balances b on b.address = d.address
     order by d.is_current desc, d.set_at desc, d.address`.execute(db)
  return rows.map((row) => ({
    address: row.address,
    is_current: row.is_current,
    is_checkable: readTronAddress(row.address) !== null,
    received: { count: Number(row.transfers), usdt: toUsdt(row.received) },
    balance: readBalance(row),
    unanswered_at: row.problem_at,
    since: { received: toUsdt(row.received_since), left: toUsdt(row.left_since) },
  }))
}

function readBalance({ units, block_number: number, block_time: time, checked_at: at }: Row) {
  if (units === null || number === null || time === null || at === null) return null
  return { usdt: toUsdt(units), block_number: Number(number), block_time: time, checked_at: at }
}

/** Sums the balances of the addresses that can be checked. Returns null if there is none, or if one of the balances is not known. */
export function sumBalances(addresses: AddressOfTreasury[]) {
  const checkable = addresses.filter(({ is_checkable: isCheckable }) => isCheckable)
  const balances = checkable.flatMap(({ balance }) => balance ?? [])
  const times = balances.map(({ checked_at: at }) => at).toSorted()
  const [oldest] = times
  if (oldest === undefined || balances.length < checkable.length) return null
  const sum = (amounts: Decimal[]) => amounts.reduce(add, '0')
  return {
    usdt: sum(balances.map(({ usdt }) => usdt)),
    checked_at: oldest,
    received_since_usdt: sum(checkable.map(({ since }) => since.received)),
    left_since_usdt: sum(checkable.map(({ since }) => since.left)),
  }
}
