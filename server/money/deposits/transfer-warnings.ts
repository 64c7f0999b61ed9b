import { sql } from 'kysely'
import type { TransferWarning } from '../../../contract/approval-warnings.ts'
import type { TransferName } from '../../../contract/transfer-name.ts'
import type { Db } from '../../platform/db/client.ts'
import { nameTransfer } from '../ledger/ledger.ts'

/**
 * Reads the warnings about the transfers that are to pay for a member's buy: another member names one of them for an open buy, or has
 * registered the address that it came from.
 */
export async function readTransferWarnings(
  db: Db,
  userId: string,
  transfers: readonly TransferName[],
): Promise<TransferWarning[]> {
  if (transfers.length === 0) return []
  const { rows } = await sql<{ is_claimed: boolean; is_of_other: boolean }>`
    select coalesce(bool_or(exists (
             select from ledger.other_claimants(${userId}::uuid, t.transaction_hash, t.units) c where c.is_named)), false) as is_claimed,
           coalesce(bool_or(ledger.sender_of(${userId}::uuid, t.from_address, t.block_time) in ('other', 'shared')), false) as is_of_other
      from unnest(${transfers.map(nameTransfer)}::text[]) named (name)
      join chain_transfers t on t.transaction_hash = split_part(named.name, ':', 1)
                            and t.log_index = split_part(named.name, ':', 2)::integer`.execute(db)
  const found = rows[0]
  return [
    ...(found?.is_claimed ? (['transfer_claimed'] as const) : []),
    ...(found?.is_of_other ? (['transfer_of_other'] as const) : []),
  ]
}
