import type pg from 'pg'

/** Gives the events of a made-up world the notices that calls would have left, so that the verifier has them to compare. */
export async function addNotices(owner: pg.Client): Promise<void> {
  await owner.query(`
    SET statement_timeout = 0; SET synchronous_commit = off; SET work_mem = '256MB';
    INSERT INTO notices (user_id, number, kind, owner_id, request_id, source_id, created_at)
    SELECT user_id, row_number() OVER (PARTITION BY user_id ORDER BY at, source_id, kind), kind, owner_id, request_id, source_id, at FROM (
      SELECT user_id, 'request_' || status AS kind, user_id AS owner_id, id AS request_id, id AS source_id, decided_at AS at
        FROM ledger.requests WHERE status IN ('approved', 'rejected')
      UNION ALL
      SELECT recipient_id, 'coins_received', user_id, id, id, decided_at FROM ledger.requests WHERE kind = 'transfer' AND status = 'approved'
      UNION ALL
      SELECT credit_id, 'reward_received', user_id, request_id, request_id, created_at FROM ledger.movements WHERE leg = 'referral'
      UNION ALL
      SELECT user_id, 'balance_corrected', user_id, NULL, id, created_at FROM ledger.movements WHERE leg = 'adjustment_in') e;
    INSERT INTO notice_boxes (user_id, last_number, read_number) SELECT user_id, max(number), max(number) FROM notices GROUP BY 1;
    UPDATE notice_start SET since = '-infinity'`)
  await owner.query('VACUUM ANALYZE notices')
  await owner.query('VACUUM ANALYZE notice_boxes')
}
