import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withConnection } from '../../platform/db/connect.ts'
import { blockAt } from './demo-chain.ts'
import { demoDepositAddress, digest, paymentFor } from './payments.ts'

const minute = 60_000

/**
 * Adds what the made-up network has seen before it began: the payments of the buys, and the payouts. It does so once, at the
 * first start of a world, all or nothing. Needs the rights of the database's owner.
 */
export async function addPast(ownerUrl: string, contract: string): Promise<void> {
  await withConnection(ownerUrl, async (owner) => {
    await owner.query('BEGIN')
    const { rows } = await owner.query<{ is_told: boolean }>(
      'SELECT EXISTS (SELECT FROM ledger.allocations) OR EXISTS (SELECT FROM ledger.payout_events) AS is_told',
    )
    // Later starts leave the decisions of visitors alone.
    if (rows[0]?.is_told !== true) {
      // The address of a demonstration is as old as its world.
      await owner.query(`UPDATE deposit_addresses SET set_at = 'epoch' WHERE address = $1 AND replaced_at IS NULL`, [
        demoDepositAddress,
      ])
      await addPayments(owner, contract)
      await addPayouts(owner, contract)
      // The triggers that keep the sums of the treasury and the days of the payouts did not see all of this.
      await owner.query('SELECT ledger.rebuild_treasury(), ledger.rebuild_payout_days()')
    }
    await owner.query('COMMIT')
  })
}

/** So many of the newest open buys get their payment before the eyes of the visitor. */
const unpaidBuys = 3

/** Adds the payments of buys, as the watcher would have found them, and lets those of approved buys pay for them. */
async function addPayments(owner: pg.Client, contract: string): Promise<void> {
  const { rows } = await owner.query<{
    id: string
    user_id: string
    usdt_amount: string
    transaction_hash: string | null
    made_at: string
    decided_at: string | null
    until: string
  }>(
    `SELECT id, user_id, usdt_amount, transaction_hash, created_at AS made_at, decided_at, coalesce(decided_at, now()) AS until
       FROM ledger.requests WHERE kind = 'buy' AND status = 'approved' AND usdt_amount > 0
     UNION ALL
     (SELECT id, user_id, usdt_amount, transaction_hash, created_at, NULL, now()
        FROM ledger.requests WHERE kind = 'buy' AND status = 'pending' AND usdt_amount > 0 ORDER BY id DESC OFFSET ${unpaidBuys})`,
  )
  const payments = rows.map(({ id, user_id, made_at, decided_at, until, ...row }) => {
    const madeMs = Date.parse(made_at)
    const paidMs = madeMs + Math.min(3 * minute, (Date.parse(until) - madeMs) / 4)
    const { hash, from, units } = paymentFor({ id, ...row })
    return {
      id,
      user_id,
      decided_at,
      hash,
      from,
      units: String(units),
      block: blockAt(paidMs),
      paid_at: new Date(paidMs).toISOString(),
      final_at: new Date(Math.min(paidMs + minute, (paidMs + Date.parse(until)) / 2)).toISOString(),
    }
  })
  const read = `jsonb_to_recordset($1) p (id uuid, user_id uuid, hash text, "from" text, units numeric, block bigint, paid_at timestamptz,
                                          final_at timestamptz, decided_at timestamptz)`
  const table = JSON.stringify(payments)
  await owner.query(
    `INSERT INTO chain_transactions (hash, hint_units, listed_for, first_seen, due_at, outcome, judged_at)
     SELECT p.hash, p.units, p.paid_at, p.final_at, p.final_at, 'succeeded', p.final_at FROM ${read}`,
    [table],
  )
  await owner.query(
    `INSERT INTO chain_transfers (transaction_hash, log_index, contract, from_address, to_address, units, block_number, block_time,
                                  first_seen, final_at)
     SELECT p.hash, 0, $2, p.from, $3, p.units, p.block, p.paid_at, p.final_at, p.final_at FROM ${read}`,
    [table, contract, demoDepositAddress],
  )
  await owner.query(
    `INSERT INTO ledger.allocations (transaction_hash, log_index, user_id, request_id, created_at)
     SELECT p.hash, 0, p.user_id, p.id, p.decided_at FROM ${read} WHERE p.decided_at IS NOT NULL`,
    [table],
  )
  // A request changes by its decision alone, and these were decided before there was a network.
  await owner.query('ALTER TABLE ledger.requests DISABLE TRIGGER guard_change')
  await owner.query(
    `UPDATE ledger.requests r SET received_units = p.units FROM ${read}
      WHERE (r.user_id, r.id) = (p.user_id, p.id) AND p.decided_at IS NOT NULL`,
    [table],
  )
  await owner.query('ALTER TABLE ledger.requests ENABLE TRIGGER guard_change')
}

/** So many of the newest withdrawals still wait for their payment. */
const waitingPayouts = 3

/** Lets the older withdrawals be paid soon after they were approved, and confirmed two minutes later. */
async function addPayouts(owner: pg.Client, contract: string): Promise<void> {
  await owner.query(
    `CREATE TEMP TABLE past_payouts ON COMMIT DROP AS
     SELECT p.user_id, p.request_id, p.wallet_address, p.usdt_amount, r.decided_by,
            encode(sha256(convert_to($1 || p.request_id, 'UTF8')), 'hex') AS hash,
            r.decided_at + least(interval '25 minutes', (now() - r.decided_at) / 2) AS sent_at,
            r.decided_at + least(interval '27 minutes', (now() - r.decided_at) * 0.6) AS confirmed_at
       FROM ledger.payouts p JOIN ledger.requests r ON (r.user_id, r.id) = (p.user_id, p.request_id)
      WHERE p.state = 'to_pay' AND ledger.is_tron_address(p.wallet_address)
      ORDER BY r.decided_at DESC OFFSET ${waitingPayouts}`,
    [`${digest('payouts')} `],
  )
  await owner.query(
    `INSERT INTO payout_transactions (hash, first_seen, asked_at, due_at, outcome, block_number, block_time, judged_at)
     SELECT hash, sent_at, confirmed_at, confirmed_at, 'succeeded', $1 + floor(extract(epoch FROM sent_at) / 3), sent_at, confirmed_at
       FROM past_payouts`,
    [blockAt(0)],
  )
  await owner.query(
    `INSERT INTO payout_logs (hash, log_index, contract, is_token, from_address, to_address, units, pays)
     SELECT hash, 0, $1, true, $2, wallet_address, usdt_amount * 1000000, request_id FROM past_payouts`,
    [contract, demoDepositAddress],
  )
  await owner.query('ALTER TABLE ledger.payouts DISABLE TRIGGER guard_change')
  await owner.query(
    `UPDATE ledger.payouts p SET state = 'confirmed', hash = s.hash, since = s.confirmed_at
       FROM past_payouts s WHERE (p.user_id, p.request_id) = (s.user_id, s.request_id)`,
  )
  await owner.query('ALTER TABLE ledger.payouts ENABLE TRIGGER guard_change')
  await owner.query(readFileSync(join(import.meta.dirname, 'past-payouts.sql'), 'utf8'))
}
