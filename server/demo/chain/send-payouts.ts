import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { MadeUpChain } from './made-up-chain.ts'
import { demoDepositAddress, findKnown, toBaseUnits } from './payments.ts'

const mostAtOnce = 200

/**
 * Sends the payouts that an administrator has marked as sent. The made-up network takes every hash that was recorded, so each of them
 * is confirmed about a minute later. Payouts with one hash are one transaction, as in a wallet that sends many at once.
 */
export async function sendPayouts(db: Db, chain: MadeUpChain): Promise<void> {
  const sent = await db
    .selectFrom('ledger.payouts as p')
    .innerJoin('payout_transactions as t', 't.hash', 'p.hash')
    .select(['p.hash', 'p.wallet_address', 'p.usdt_amount'])
    .where('p.state', '=', 'sent')
    .where('t.outcome', 'is', null)
    .where(sql<boolean>`ledger.is_tron_address(p.wallet_address)`)
    .orderBy('p.since')
    .orderBy('p.request_id')
    .limit(mostAtOnce)
    .execute()
  const hashes = [...new Set(sent.flatMap(({ hash }) => hash ?? []))].filter((hash) => !chain.find(hash))
  const known = await findKnown(db, hashes)
  for (const hash of hashes) {
    // The transaction of a deposit pays no payout.
    if (known.has(hash)) continue
    const transfers = sent
      .filter((payout) => payout.hash === hash)
      .map((payout) => ({
        from: demoDepositAddress,
        to: payout.wallet_address,
        units: toBaseUnits(payout.usdt_amount ?? '0'),
      }))
    chain.send(transfers, 'SUCCESS', hash)
  }
}
