import { sql } from 'kysely'
import type { ApprovalWarning } from '../../../contract/approval-warnings.ts'
import { readWalletAddress } from '../../accounts/members/wallet-address.ts'
import type { Db } from '../../platform/db/client.ts'

/**
 * Reads the warnings that an approval of a request at this moment would have to acknowledge, beside those about the transfers that it
 * names. `walletAddress` is the address of a withdrawal.
 */
export async function readApprovalWarnings(
  db: Db,
  { userId, requestId, walletAddress }: { userId: string; requestId: string; walletAddress: string | null },
): Promise<ApprovalWarning[]> {
  const isMistyped = isAddressMistyped(walletAddress)
  const { rows } = await sql<{ warnings: ApprovalWarning[] }>`
    select ledger.approval_warnings(${userId}::uuid, ${requestId}::uuid, ${isMistyped}::boolean, '{}') as warnings`.execute(
    db,
  )
  return rows[0]?.warnings ?? []
}

/** True if an address has a wrong check sum. The database cannot judge that. */
export function isAddressMistyped(address: string | null): boolean {
  return address !== null && readWalletAddress(address).checksum === 'bad'
}
