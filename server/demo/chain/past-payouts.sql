-- The history of the payouts that add-past.ts has made, and their records in the audit log, with the ids of their times.

-- Returns an id like those of uuidv7(), of another moment. Before version 18, PostgreSQL has no such function of its own.
CREATE OR REPLACE FUNCTION pg_temp.id_at(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $f$
  SELECT (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || substr(replace(uuidv7()::text, '-', ''), 13))::uuid
$f$;

CREATE TEMP TABLE past_steps ON COMMIT DROP AS
SELECT user_id, request_id, decided_by AS actor_id, sent_at AS at, 'sent' AS action, wallet_address, usdt_amount, hash FROM past_payouts
UNION ALL
SELECT user_id, request_id, NULL, confirmed_at, 'confirmed', wallet_address, usdt_amount, hash FROM past_payouts;

INSERT INTO ledger.payout_events (user_id, request_id, id, action, actor_id, hash, created_at)
SELECT user_id, request_id, pg_temp.id_at(at), action, actor_id, hash, at FROM past_steps;

INSERT INTO audit_events (id, actor_id, action, subject_id, detail, created_at)
SELECT pg_temp.id_at(at), actor_id, 'payout_' || action, user_id,
       jsonb_build_object('requestId', request_id, 'usdt', trim_scale(usdt_amount)::text, 'address', wallet_address, 'hash', hash), at
  FROM past_steps;
