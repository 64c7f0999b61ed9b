import { randomUUID } from 'node:crypto'
import type { TransferName } from '../../contract/transfer-name.ts'
import { printTronAddress } from '../../server/platform/chain/tron-address.ts'
import type { TestDatabase } from './database.ts'

/** The address to which the transfers of tests go. It was a deposit address all along. */
export const depositAddress = printTronAddress('d'.repeat(40))

interface TransferFixture {
  units: bigint
  hash?: string
  logIndex?: number
  from?: string
  to?: string
  contract?: string
  /** Minutes from now to the time of the block. */
  minutes?: number
}

/** Adds a final transfer, as the watcher of the chain does. Returns its name. */
export async function addTransfer(
  { owner }: Pick<TestDatabase, 'owner'>,
  {
    units,
    hash = makeHash(),
    logIndex = 0,
    from = makeSender(),
    to = depositAddress,
    contract,
    minutes = 0,
  }: TransferFixture,
): Promise<TransferName> {
  await owner.query(
    `INSERT INTO deposit_addresses (network, address, set_at, replaced_at)
     SELECT 'TRC20', $1, 'epoch', 'infinity' WHERE NOT EXISTS (SELECT FROM deposit_addresses WHERE address = $1)`,
    [depositAddress],
  )
  await owner.query(
    `INSERT INTO chain_transactions (hash, hint_units, first_seen, due_at, outcome, judged_at)
     VALUES ($1, $2, now(), now(), 'succeeded', now()) ON CONFLICT DO NOTHING`,
    [hash, String(units)],
  )
  await owner.query(
    `INSERT INTO chain_transfers (transaction_hash, log_index, contract, from_address, to_address, units, block_number, block_time,
                                  first_seen, final_at)
     VALUES ($1, $2, $3, $4, $5, $6, 1, now() + make_interval(mins => $7), now(), now())`,
    [hash, logIndex, contract ?? 'the token', from, to, String(units), minutes],
  )
  return { hash, log_index: logIndex }
}

/** Returns the hash of a transaction that no other test has. */
export function makeHash(): string {
  return `${randomUUID()}${randomUUID()}`.replaceAll('-', '')
}

/** Returns an address that no other test pays from. */
export function makeSender(): string {
  return printTronAddress(makeHash().slice(0, 40))
}
