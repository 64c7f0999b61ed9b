import { withConnection } from '../../platform/db/connect.ts'
import { blockAt } from './demo-chain.ts'
import { demoDepositAddress, paymentFor } from './payments.ts'

const minute = 60_000

/**
 * Adds the payments of the buys that were approved before the made-up network began, as the watcher would have found them. Needs
 * the rights of the database's owner.
 */
export async function addPastPayments(ownerUrl: string, contract: string): Promise<void> {
  await withConnection(ownerUrl, async (owner) => {
    // The address of a demonstration is as old as its world.
    await owner.query(`UPDATE deposit_addresses SET set_at = 'epoch' WHERE address = $1 AND replaced_at IS NULL`, [
      demoDepositAddress,
    ])
    const { rows } = await owner.query<{
      id: string
      usdt_amount: string
      transaction_hash: string | null
      made_at: string
    }>(
      `SELECT id, usdt_amount, transaction_hash, created_at AS made_at FROM ledger.requests WHERE kind = 'buy' AND status = 'approved'`,
    )
    const payments = rows.map((row) => {
      const paidMs = Date.parse(row.made_at) - 5 * minute
      return {
        ...paymentFor(row),
        block: blockAt(paidMs),
        paid_at: new Date(paidMs).toISOString(),
        made_at: row.made_at,
      }
    })
    const table = JSON.stringify(payments.map((payment) => ({ ...payment, units: String(payment.units) })))
    const read = `jsonb_to_recordset($1) p (hash text, "from" text, units numeric, block bigint, paid_at timestamptz, made_at timestamptz)`
    await owner.query(
      `INSERT INTO chain_transactions (hash, hint_units, listed_for, first_seen, due_at, outcome, judged_at)
       SELECT p.hash, p.units, p.paid_at, p.made_at, p.made_at, 'succeeded', p.made_at FROM ${read} ON CONFLICT DO NOTHING`,
      [table],
    )
    await owner.query(
      `INSERT INTO chain_transfers (transaction_hash, log_index, contract, from_address, to_address, units, block_number, block_time,
                                    first_seen, final_at)
       SELECT p.hash, 0, $2, p.from, $3, p.units, p.block, p.paid_at, p.made_at, p.made_at FROM ${read} ON CONFLICT DO NOTHING`,
      [table, contract, demoDepositAddress],
    )
  })
}
