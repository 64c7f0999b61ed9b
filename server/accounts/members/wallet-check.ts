import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/operation.ts'
import type { checkWalletAddress as checkWalletAddressOperation } from '../../../contract/own-profile.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { findWalletFault, networkName } from './wallet-address.ts'
import { readWalletAddress } from './wallet-address.ts'

/** Returns the faults of an address, for a warning before it is saved and before coins are sent to it. */
export async function checkWalletAddress(db: Db, text = ''): Promise<OutputOf<typeof checkWalletAddressOperation>> {
  const found = readWalletAddress(text)
  const [{ deposit_network: network }, isOfPlatform] = await Promise.all([
    db.selectFrom('settings').select('deposit_network').executeTakeFirstOrThrow(),
    isPlatformAddress(db, text),
  ])
  return {
    ...found,
    network_name: networkName(found.network, network),
    paid_on: network,
    refusal: isOfPlatform ? 'wallet_of_platform' : findWalletFault(text, network),
  }
}

/**
 * Refuses an address that members pay to, because it is no wallet of a member. If an address becomes one later, the
 * ledger refuses payments to it.
 */
export async function refusePlatformAddress(db: Db, address = ''): Promise<void> {
  if (!(await isPlatformAddress(db, address))) return
  throw new Refusal('wallet_of_platform', { field: 'wallet_address' })
}

async function isPlatformAddress(db: Db, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('platform_addresses')
    .select('address')
    .where('address', '=', sql<string>`comparable_address(${address})`)
    .executeTakeFirst()
  return found !== undefined
}
