import { sql } from 'kysely'
import type { Chain, ChainBlock } from '../../platform/chain/chain.ts'
import { readTronAddress } from '../../platform/chain/tron-address.ts'
import { Unchecked } from '../../platform/chain/unchecked.ts'
import type { Db, Tx } from '../../platform/db/client.ts'

/** One check asks for so many addresses, with two calls each. */
const addressesMax = 5

/** Begins a check. Returns false if one has begun less than a minute ago, on any server: its answer serves all people. */
export async function beginCheck(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    update treasury_checks set begun_at = now() where begun_at <= now() - interval '1 minute' returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Reads the balances of deposit addresses, and stores each with its final block. A question without an answer leaves the balance that
 * is known, and notes why.
 */
export async function checkBalances(db: Db, chain: Pick<Chain, 'readBalance'>): Promise<void> {
  for (const address of await listDueAddresses(db)) {
    try {
      await storeBalance(db, address, await chain.readBalance(address))
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error
      await storeProblem(db, address, error.reason)
    }
  }
}

/** Lists the addresses to ask for: the one in force, and then those for which the chain was not asked for longest. */
async function listDueAddresses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select d.address from deposit_addresses d left join treasury_balances b on b.address = d.address
     group by d.address
     order by bool_or(d.replaced_at is null) desc, max(greatest(b.checked_at, b.problem_at)) nulls first, d.address`.execute(
    db,
  )
  return rows
    .map(({ address }) => address)
    .filter((address) => readTronAddress(address) !== null)
    .slice(0, addressesMax)
}

async function storeBalance(
  db: Db,
  address: string,
  { units, block }: { units: bigint; block: ChainBlock },
): Promise<void> {
  await sql`
    insert into treasury_balances (address, units, block_number, block_time, checked_at)
    values (${address}, ${units.toString()}, ${block.number}, ${block.time.toISOString()}, now())
    on conflict (address) do update
       set units = excluded.units, block_number = excluded.block_number, block_time = excluded.block_time,
           checked_at = excluded.checked_at, problem = null, problem_at = null
     where treasury_balances.block_number is null or treasury_balances.block_number <= excluded.block_number`.execute(
    db,
  )
}

async function storeProblem(db: Db, address: string, problem: string): Promise<void> {
  await sql`
    insert into treasury_balances (address, problem, problem_at) values (${address}, ${problem}, now())
    on conflict (address) do update set problem = excluded.problem, problem_at = excluded.problem_at`.execute(db)
}
