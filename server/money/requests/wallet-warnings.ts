import { sql } from 'kysely'
import { divide } from '../../../contract/money.ts'
import type { Request, WithdrawalRequest } from '../../../contract/requests.ts'
import { addressSharersMax } from '../../../contract/endpoints/request-review.ts'
import type { WalletReview, WalletWarning } from '../../../contract/wallet-review.ts'
import type { Db } from '../../platform/db/client.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { explorerLinkOn } from '../../accounts/members/wallet-address.ts'
import { isAddressMistyped } from './approval-warnings.ts'

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
    changed_at: change?.changed_at ?? null,
    previous_address: change?.old_address ?? null,
    shared_with: sharedWith,
    explorer_url: explorerLinkOn(network, request.wallet_address),
    network,
    usdt_estimate: request.usdt_amount === null ? divide(request.amount_usd, usdtRate, 4) : null,
  }
}

async function readWarnings(db: Db, { user_id: userId, id, wallet_address: address }: WithdrawalRequest) {
  const { rows } = await sql<{ changed_at: string; old_address: string | null }>`
    select changed_at, old_address from ledger.wallet_change_before(${userId}::uuid, ${id}::uuid)`.execute(db)
  const [change] = rows
  const warnings: WalletWarning[] = []
  if (change) warnings.push('wallet_changed')
  if (isAddressMistyped(address)) warnings.push('wallet_checksum')
  return { change, warnings }
}

async function countSharers(db: Db, { user_id: userId, wallet_address: address }: WithdrawalRequest): Promise<number> {
  const others = await db
    .selectFrom('wallet_addresses')
    .select('user_id')
    .where('address', '=', address)
    .where('user_id', '<>', userId)
    .limit(addressSharersMax)
    .execute()
  return others.length
}
