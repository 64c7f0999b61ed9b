import { sql } from 'kysely'
import { divide } from '../../../contract/money.ts'
import type { Request } from '../../../contract/requests.ts'
import { addressSharersMax, walletChangeShownHours } from '../../../contract/endpoints/request-review.ts'
import type { WalletReview, WalletWarning } from '../../../contract/wallet-review.ts'
import type { Db } from '../../platform/db/client.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { explorerLinkOn, readWalletAddress } from '../../accounts/members/wallet-address.ts'

interface Withdrawal {
  user_id: string
  id: string
  wallet_address: string
}

/** Reads the review of the address that a withdrawal goes to; null for other kinds of request. */
export async function readWalletReview(
  db: Db,
  exchangeRates: ExchangeRates,
  request: Request,
): Promise<WalletReview | null> {
  if (request.kind !== 'withdrawal') return null
  const [{ warnings, change }, sharedWith, { deposit_network: network }, { usdtRate }] = await Promise.all([
    readWarnings(db, request),
    countSharers(db, request),
    db.selectFrom('settings').select('deposit_network').executeTakeFirstOrThrow(),
    exchangeRates.read(),
  ])
  return {
    warnings,
    changed_at: change?.created_at ?? null,
    previous_address: change?.old_address ?? null,
    shared_with: sharedWith,
    explorer_url: explorerLinkOn(network, request.wallet_address),
    network,
    usdt_estimate: request.usdt_amount === null ? divide(request.amount_usd, usdtRate, 4) : null,
  }
}

/** Reads the warnings about the address that an approval must acknowledge. */
export async function readWalletWarnings(db: Db, withdrawal: Withdrawal): Promise<WalletWarning[]> {
  return (await readWarnings(db, withdrawal)).warnings
}

async function readWarnings(db: Db, withdrawal: Withdrawal) {
  const change = await findChange(db, withdrawal)
  const warnings: WalletWarning[] = []
  if (change) warnings.push('wallet_changed')
  if (readWalletAddress(withdrawal.wallet_address).checksum === 'bad') warnings.push('wallet_checksum')
  return { change, warnings }
}

/**
 * Finds the newest change of the address in the 24 hours before the withdrawal, with the address before that change.
 */
async function findChange(db: Db, { user_id: userId, id }: Withdrawal) {
  return db
    .selectFrom('ledger.requests as r')
    .innerJoin('wallet_changes as c', 'c.user_id', 'r.user_id')
    .select((eb) => [
      'c.created_at',
      // If the address was removed first, this is the address before its removal.
      eb
        .selectFrom('wallet_changes as earlier')
        .select('earlier.old_address')
        .whereRef('earlier.user_id', '=', 'c.user_id')
        .whereRef('earlier.id', '<=', 'c.id')
        .where('earlier.old_address', 'is not', null)
        .orderBy('earlier.id', 'desc')
        .limit(1)
        .as('old_address'),
    ])
    .where('r.user_id', '=', userId)
    .where('r.id', '=', id)
    .whereRef('c.created_at', '<=', 'r.created_at')
    .where(sql<boolean>`c.created_at > r.created_at - make_interval(hours => ${walletChangeShownHours})`)
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function countSharers(db: Db, { user_id: userId, wallet_address: address }: Withdrawal): Promise<number> {
  const others = await db
    .selectFrom('wallet_addresses')
    .select('user_id')
    .where('address', '=', address)
    .where('user_id', '<>', userId)
    .limit(addressSharersMax)
    .execute()
  return others.length
}
