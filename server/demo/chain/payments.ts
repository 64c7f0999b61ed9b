import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toUnits } from '../../../contract/money.ts'
import { printTronAddress } from '../../platform/chain/tron-address.ts'
import type { Db } from '../../platform/db/client.ts'
import type { MadeUpChain } from './made-up-chain.ts'

/** A payment is made so long after its request, so that a visitor sees the request without one first. */
const paidAfterSeconds = 6
const mostAtOnce = 200

/** A payment that the demonstration makes up for a buy. */
export interface MadeUpPayment {
  hash: string
  from: string
  units: bigint
}

/** The address to which the members of the demonstration pay. No person has its key, so what is sent there is lost. */
export const demoDepositAddress = printTronAddress(digest('deposit address').slice(0, 40))

/** Returns the payment for a buy. It has the hash that the member named, if that looks like one of the network. */
export function paymentFor(request: {
  id: string
  usdt_amount: string | null
  transaction_hash: string | null
}): MadeUpPayment {
  const named = request.transaction_hash?.toLowerCase()
  return {
    hash: named !== undefined && /^[0-9a-f]{64}$/.test(named) ? named : digest(`payment ${request.id}`),
    from: printTronAddress(digest(`sender ${request.id}`).slice(0, 40)),
    units: toBaseUnits(request.usdt_amount ?? '0'),
  }
}

/**
 * Pays the open buys that have waited for some seconds and have no payment yet, each once. `paid` has the requests that this
 * start has paid already.
 */
export async function payOpenBuys(db: Db, chain: MadeUpChain, paid: Set<string>): Promise<void> {
  const open = await db
    .selectFrom('ledger.requests')
    .select(['id', 'usdt_amount', 'transaction_hash'])
    .where('kind', '=', 'buy')
    .where('status', '=', 'pending')
    .where('created_at', '<', sql<string>`now() - make_interval(secs => ${paidAfterSeconds})`)
    .orderBy('id', 'desc')
    .limit(mostAtOnce)
    .execute()
  const payments = open.filter(({ id }) => !paid.has(id)).map((request) => ({ id: request.id, ...paymentFor(request) }))
  const known = await findKnown(
    db,
    payments.map(({ hash }) => hash),
  )
  for (const { id, hash, from, units } of payments) {
    paid.add(id)
    if (!known.has(hash) && !chain.find(hash)) chain.send({ from, to: demoDepositAddress, units }, 'SUCCESS', hash)
  }
}

/** Finds the payments of earlier starts. */
export async function findKnown(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('chain_transfers')
    .select('transaction_hash')
    .where('transaction_hash', 'in', hashes)
    .execute()
  return new Set(rows.map((row) => row.transaction_hash))
}

/** Returns the base units of an amount in USDT, which has six decimals. */
export function toBaseUnits(usdt: string): bigint {
  return toUnits(usdt) / 100n
}

/** Returns 64 digits that are the same at every start. */
export function digest(text: string): string {
  return createHash('sha256').update(`demonstration ${text}`).digest('hex')
}
