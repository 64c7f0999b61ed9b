import { findWalletFault } from '../../accounts/members/wallet-address.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'

/** The address that a withdrawal is paid to, and the judgement on it. */
export interface JudgedAddress {
  /** Null if the member has none. */
  address: string | null
  /** The network of the settings. */
  network: string
  /** The code for which it cannot be paid to, or null. */
  fault: ReturnType<typeof findWalletFault>
}

/**
 * Judges the address that a withdrawal is paid to: the chosen one, or else that of the profile. It refuses nothing, because a call that
 * was accepted once gets the same answer even if its address has changed. `ledger.make_request` refuses a new one.
 */
export async function judgePayoutAddress(db: Db, userId: string, chosen?: string): Promise<JudgedAddress> {
  const { wallet_address: own, deposit_network: network } = await db
    .selectFrom('profiles as p')
    .modifyFront(hot('payout_address'))
    .innerJoin('settings as s', (join) => join.onTrue())
    .select(['p.wallet_address', 's.deposit_network'])
    .where('p.id', '=', userId)
    .executeTakeFirstOrThrow()
  const address = chosen ?? own
  return { address, network, fault: findWalletFault(address ?? '', network) }
}
