-- Fills the money tables as the calls of server/money/ledger/money.sql would have left them. Every constraint and
-- trigger is in force.

INSERT INTO ledger.accounts (user_id, available, locked, version, invested_usd, outgoing_usd, incoming_usd)
SELECT p.id, coalesce(s.available, 0), coalesce(s.locked, 0), coalesce(s.lines, 0), coalesce(s.invested, 0), coalesce(s.outgoing, 0), coalesce(s.incoming, 0)
  FROM people p LEFT JOIN (
    SELECT owner_id, sum(available) AS available, sum(locked) AS locked, count(*) AS lines, sum(invested) AS invested, sum(outgoing) AS outgoing, sum(incoming) AS incoming
      FROM steps GROUP BY owner_id) s ON s.owner_id = p.id
    ON CONFLICT (user_id) DO UPDATE
   SET available = excluded.available, locked = excluded.locked, version = excluded.version, invested_usd = excluded.invested_usd,
       outgoing_usd = excluded.outgoing_usd, incoming_usd = excluded.incoming_usd;

INSERT INTO ledger.requests (user_id, id, kind, status, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, bonus_coins, package_id,
                             wallet_address, recipient_id, upload_id, decided_by, decided_at, admin_notes, created_at, updated_at)
SELECT user_id, d.id, kind, d.status, coins, 0.01, coins * 0.01, CASE WHEN kind IN ('buy', 'withdrawal') THEN 1 END,
       CASE WHEN kind IN ('buy', 'withdrawal') THEN coins * 0.01 END,
       bonus, d.package_id, CASE kind WHEN 'withdrawal' THEN p.wallet_address END, recipient_id, upload_id,
       CASE WHEN d.status IN ('approved', 'rejected') THEN admin_id END, decided_at, CASE d.status WHEN 'rejected' THEN 'No payment has arrived' END,
       made_at, coalesce(decided_at, made_at)
  FROM deals d JOIN profiles p ON p.id = d.user_id
 ORDER BY d.made_at;

-- Each approved buy has used its own slip.
INSERT INTO ledger.used_proofs (digest, kind, member_id, request_id)
SELECT sha256(convert_to('slip ' || lot, 'UTF8')), 'same_file', user_id, id
  FROM deals WHERE kind = 'buy' AND status = 'approved' AND upload_id IS NOT NULL;

-- Withdrawals from before payouts were recorded.
INSERT INTO ledger.payouts (user_id, request_id, state, wallet_address, usdt_amount, since)
SELECT user_id, id, 'untracked', wallet_address, usdt_amount, decided_at FROM ledger.requests r
 WHERE kind = 'withdrawal' AND status = 'approved' AND (user_id, id) IN (SELECT user_id, id FROM deals);
UPDATE ledger.payout_totals t SET payouts = t.payouts + d.n, usdt_amount = t.usdt_amount + d.usdt
  FROM (SELECT count(*) AS n, coalesce(sum(coins * 0.01), 0) AS usdt FROM deals WHERE kind = 'withdrawal' AND status = 'approved') d
 WHERE t.state = 'untracked';

CREATE TEMP TABLE moves ON COMMIT DROP AS
SELECT lot, leg, deal_of AS user_id, uuidv7(min(at) - now()) AS id, request_id, amount, min(at) AS at,
       CASE WHEN leg IN ('buy', 'bonus', 'referral', 'adjustment_in') THEN NULL ELSE deal_of END AS debit_id,
       CASE WHEN leg <> 'withdrawal'
            THEN coalesce(max(owner_id::text) FILTER (WHERE type = 'TRANSFER_IN'), max(owner_id::text))::uuid END AS credit_id
  FROM steps GROUP BY lot, leg, deal_of, request_id, amount;
ANALYZE moves;

INSERT INTO ledger.movements (user_id, id, request_id, leg, debit_id, credit_id, amount, rate, reason, created_at)
SELECT user_id, id, request_id, leg, debit_id, credit_id, amount, 0.01, CASE leg WHEN 'adjustment_in' THEN 'A payment that was counted too low' END, at
  FROM moves ORDER BY at;

INSERT INTO ledger.lines (user_id, version, id, movement_user_id, movement_id, type, available_delta, locked_delta, available_after,
                          locked_after, rate, created_at)
SELECT s.owner_id, row_number() OVER w, uuidv7(s.at - now()), s.deal_of, m.id, s.type, s.available, s.locked,
       sum(s.available) OVER w, sum(s.locked) OVER w, 0.01, s.at
  FROM steps s JOIN moves m USING (lot, leg)
WINDOW w AS (PARTITION BY s.owner_id ORDER BY s.at, s.lot, s.place ROWS UNBOUNDED PRECEDING);

INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, reward_coins, usd, created_at)
SELECT user_id, id, ''::bytea, 'submit', kind, user_id, id, coins, 0, 0, 0, made_at FROM deals
UNION ALL
SELECT CASE status WHEN 'cancelled' THEN d.user_id ELSE admin_id END, gen_random_uuid(), '',
       CASE status WHEN 'approved' THEN 'approve' WHEN 'rejected' THEN 'reject' ELSE 'cancel' END,
       kind, d.user_id, d.id, coins, coalesce(bonus, 0), coalesce(r.amount, 0), coins * 0.01, decided_at
  FROM deals d LEFT JOIN moves r ON r.lot = d.lot AND r.leg = 'referral' WHERE status <> 'pending'
UNION ALL
SELECT (SELECT id FROM profiles WHERE role = 'admin' ORDER BY id LIMIT 1), gen_random_uuid(), '', 'adjust_in', NULL, user_id, id, amount, 0, 0, 0, at
  FROM moves WHERE leg = 'adjustment_in';

-- The trigger on profiles has listed the friends already. This statement sets the progress of their first purchases.
UPDATE ledger.referrals r
   SET status = CASE WHEN d.status = 'approved' THEN 'Bonus Awarded' ELSE 'First Purchase Pending' END,
       base_coins = CASE WHEN d.status <> 'approved' THEN d.coins END,
       reward_coins = CASE WHEN d.status = 'approved' THEN trunc(d.coins * 20 / 100, 4) END
  FROM people p JOIN people friend ON friend.n = p.referrer JOIN deals d ON d.n = p.n AND d.is_package
 WHERE r.user_id = friend.id AND r.friend_id = p.id;

-- Writes the audit log as ledger.decide and the corrections write it. Each administrator works at an address of their
-- own.
CREATE TEMP TABLE administrators ON COMMIT DROP AS
SELECT id AS admin_id, '198.51.100.' || substring(email FROM '\d+') AS address FROM profiles WHERE role = 'admin';
INSERT INTO audit_events (id, actor_id, action, subject_id, ip_address, detail, created_at)
SELECT uuidv7(decided_at - now()), admin_id, CASE status WHEN 'approved' THEN 'request_approved' ELSE 'request_rejected' END, user_id, address,
       jsonb_build_object('kind', kind, 'coins', trim_scale(coins)::text, 'before', jsonb_build_object('status', 'pending'),
                          'after', jsonb_build_object('status', status), 'requestId', id), decided_at
  FROM deals JOIN administrators USING (admin_id) WHERE status IN ('approved', 'rejected')
UNION ALL
SELECT uuidv7(at - now()), admin_id, 'balance_adjusted', user_id, address,
       jsonb_build_object('coins', trim_scale(amount)::text, 'reason', 'A payment that was counted too low', 'movementId', id), at
  FROM moves CROSS JOIN (SELECT * FROM administrators ORDER BY admin_id LIMIT 1) first_one WHERE leg = 'adjustment_in'
 ORDER BY 7;
