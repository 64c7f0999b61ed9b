import { findWalletFault } from '../../accounts/members/wallet-address.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import type { PayoutTarget } from '../../platform/sessions.ts'

/** The address that a withdrawal is paid to, and the judgement on it. */
export interface JudgedAddress extends PayoutTarget {
  /** The code for which it cannot be paid to, or null. */
  fault: ReturnType<typeof findWalletFault>
}

/**
 * Judges the address that a withdrawal is paid to: the chosen one, or else that of the profile. It refuses nothing, because a call that
 * was accepted once gets the same answer even if its address has changed. `ledger.make_request` refuses a new one.
 */
export function judgePayoutAddress({ address: own, network }: PayoutTarget, chosen?: string): JudgedAddress {
  const address = chosen ?? own
  return { address, network, fault: findWalletFault(address ?? '', network) }
}

/** Reads where the withdrawals of a member are paid now. */
export async function readPayoutTarget(db: Db, userId: string): Promise<PayoutTarget> {
  const { wallet_address: address, deposit_network: network } = await db
    .selectFrom('profiles as p')
    .modifyFront(hot('payout_target'))
    .innerJoin('settings as s', (join) => join.onTrue())
    .select(['p.wallet_address', 's.deposit_network'])
    .where('p.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { address, network }
}
