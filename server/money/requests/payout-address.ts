import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { findWalletFault } from '../../accounts/members/wallet-address.ts'

/**
 * Refuses a withdrawal to an address that cannot be paid to. It reads the address that was frozen on the request,
 * within the transaction that makes the request. So no change of the profile or of the network comes in between.
 */
export async function checkPayoutAddress(tx: Tx, userId: string, requestId: string): Promise<void> {
  const { wallet_address: address, deposit_network: network } = await tx
    .selectFrom('ledger.requests as r')
    .innerJoin('settings as s', (join) => join.onTrue())
    .select(['r.wallet_address', 's.deposit_network'])
    .where('r.user_id', '=', userId)
    .where('r.id', '=', requestId)
    .executeTakeFirstOrThrow()
  const fault = findWalletFault(address ?? '', network)
  if (fault !== null) throw new Refusal(fault, { values: { network } })
}
