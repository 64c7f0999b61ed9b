import type { TestDatabase } from './database.ts'
import type { PayoutFixture } from './payouts.ts'

/** Judges a recorded transaction with one final transfer to the payout's address, as the watcher does. Times count in minutes from now. */
export async function addPayoutLog(
  { app }: TestDatabase,
  { address, usdt }: Pick<PayoutFixture, 'address' | 'usdt'>,
  { hash, from, block, minutes = 0 }: { hash: string; from: string; block: number; minutes?: number },
): Promise<void> {
  await app.query(
    `update payout_transactions set outcome = 'succeeded', block_number = $2, block_time = now() + make_interval(mins => $3), judged_at = now()
      where hash = $1`,
    [hash, block, minutes],
  )
  await app.query(
    `insert into payout_logs (hash, log_index, contract, is_token, from_address, to_address, units)
     values ($1, 0, 'the token', true, $2, $3, $4::numeric * 1000000)`,
    [hash, from, address, usdt],
  )
  await app.query('select ledger.match_payouts($1)', [hash])
}
