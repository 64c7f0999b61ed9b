-- The history of the payouts that add-past.ts has made, and their records in the audit log, with the ids of their times.
CREATE TEMP TABLE past_steps ON COMMIT DROP AS
SELECT user_id, request_id, decided_by AS actor_id, sent_at AS at, 'sent' AS action, wallet_address, usdt_amount, hash FROM past_payouts
UNION ALL
SELECT user_id, request_id, NULL, confirmed_at, 'confirmed', wallet_address, usdt_amount, hash FROM past_payouts;

INSERT INTO ledger.payout_events (user_id, request_id, id, action, actor_id, hash, created_at)
SELECT user_id, request_id, uuidv7(at - now()), action, actor_id, hash, at FROM past_steps;

INSERT INTO audit_events (id, actor_id, action, subject_id, detail, created_at)
SELECT uuidv7(at - now()), actor_id, 'payout_' || action, user_id,
       jsonb_build_object('requestId', request_id, 'usdt', trim_scale(usdt_amount)::text, 'address', wallet_address, 'hash', hash), at
  FROM past_steps;
