-- Views with the names and fields of the product's entities, read from the tables of the ledger and the accounts. They
-- are dropped and created again whenever this file changes, so a view may change its columns.

DROP VIEW IF EXISTS wallets, transactions, buy_requests, withdrawal_requests, transfer_requests, referrals,
  user_dashboard_stats, global_platform_stats;

CREATE VIEW wallets AS
SELECT user_id, available + locked AS total_coins, locked AS locked_coins, available AS available_coins FROM ledger.accounts;

-- The rows of the journal that members see. The amount is always positive; the type tells the direction.
CREATE VIEW transactions AS
SELECT l.id, l.user_id, l.type, abs(l.available_delta + l.locked_delta) AS amount, l.rate,
       round(abs(l.available_delta + l.locked_delta) * l.rate, 2) AS total_usd_value,
       l.available_after + l.locked_after AS balance_after, l.created_at, l.version
  FROM ledger.lines l WHERE l.type IS NOT NULL;

CREATE VIEW buy_requests AS
SELECT r.id, r.user_id, jsonb_build_object('full_name', p.full_name, 'email', p.email, 'member_id', p.member_id) AS profile,
       r.amount_coins, r.amount_usd, r.usdt_amount, r.usdt_rate, r.usdt_rate_is_fallback, u.path AS payment_proof_url,
       r.transaction_hash, r.package_id, r.bonus_coins, trim_scale(r.received_units * 0.000001) AS received_usdt, r.credited_coins, r.credited_usd,
       r.status, r.admin_notes, r.decided_by, r.decided_at, r.created_at, r.updated_at
  FROM ledger.requests r
  JOIN profiles p ON p.id = r.user_id
  LEFT JOIN uploads u ON u.user_id = r.user_id AND u.id = r.upload_id
 WHERE r.kind = 'buy';

CREATE VIEW withdrawal_requests AS
SELECT r.id, r.user_id, jsonb_build_object('full_name', p.full_name, 'email', p.email, 'member_id', p.member_id) AS profile,
       r.amount_coins, r.amount_usd, r.usdt_amount, r.usdt_rate, r.usdt_rate_is_fallback, r.wallet_address, u.path AS attachment_url,
       r.status, r.admin_notes, r.decided_by, r.decided_at, r.created_at, r.updated_at
  FROM ledger.requests r
  JOIN profiles p ON p.id = r.user_id
  LEFT JOIN uploads u ON u.user_id = r.user_id AND u.id = r.upload_id
 WHERE r.kind = 'withdrawal';

CREATE VIEW transfer_requests AS
SELECT r.id, r.user_id AS sender_id,
       jsonb_build_object('full_name', s.full_name, 'email', s.email, 'member_id', s.member_id) AS sender_profile,
       r.recipient_id, jsonb_build_object('full_name', t.full_name, 'email', t.email, 'member_id', t.member_id) AS recipient_profile,
       t.member_id AS recipient_member_id, r.amount_coins,
       r.status, r.admin_notes, r.decided_by, r.decided_at, r.created_at, r.updated_at
  FROM ledger.requests r
  JOIN profiles s ON s.id = r.user_id
  JOIN profiles t ON t.id = r.recipient_id
 WHERE r.kind = 'transfer';

-- The friends of a member, with the status of each and the reward that it earned or would earn.
CREATE VIEW referrals AS
SELECT r.user_id, r.id, r.friend_id AS referred_id, f.full_name, f.email, f.created_at AS joined_at, r.status,
       CASE r.status WHEN 'First Purchase Pending' THEN trunc(r.base_coins * s.referral_percentage * 0.01, 4)
                     ELSE r.reward_coins END AS reward_coins
  FROM ledger.referrals r JOIN profiles f ON f.id = r.friend_id CROSS JOIN settings s;

CREATE VIEW user_dashboard_stats AS
SELECT a.user_id, a.available + a.locked AS balance_coins, a.locked AS locked_coins, a.available AS available_coins,
       round((a.available + a.locked) * s.et_rate, 2) + a.outgoing_usd - a.incoming_usd - a.invested_usd AS profit_loss,
       a.invested_usd AS investment_usd, round((a.available + a.locked) * s.et_rate, 2) AS balance_usd_value
  FROM ledger.accounts a CROSS JOIN settings s;

-- A single row. It is built from the stored totals, so its cost does not grow with the journal.
CREATE VIEW global_platform_stats AS
SELECT s.et_rate, t.issued - t.redeemed AS balance_coins, t.issued - t.redeemed - t.locked AS total_available_coins,
       t.issued AS total_supply_coins, t.invested_usd AS total_supply_usd,
       CASE WHEN t.issued = 0 THEN 0 ELSE ledger.quotient(t.invested_usd, t.issued, 0.00000001) END AS average_purchase_price,
       t.withdrawn AS total_withdrawals_coins, t.transferred AS total_transfers_coins, t.members AS total_members
  FROM settings s CROSS JOIN (
    -- A reversed request counts as if it had not been approved. Coins that were advanced for a debt are issued until they are repaid.
    SELECT coalesce(sum(CASE WHEN operation IN ('reverse', 'repay') THEN -1 ELSE 1 END * (coins + bonus_coins + reward_coins))
             FILTER (WHERE operation IN ('approve', 'reverse') AND kind = 'buy' OR operation IN ('adjust_in', 'owe', 'repay')), 0) AS issued,
           coalesce(sum(CASE operation WHEN 'reverse' THEN -coins ELSE coins END)
             FILTER (WHERE operation IN ('approve', 'reverse') AND kind = 'withdrawal' OR operation = 'adjust_out'), 0) AS redeemed,
           coalesce(sum(CASE operation WHEN 'submit' THEN coins ELSE -coins END)
             FILTER (WHERE operation IN ('submit', 'approve', 'reject', 'cancel') AND kind IN ('withdrawal', 'transfer')), 0) AS locked,
           coalesce(sum(CASE operation WHEN 'reverse' THEN -usd ELSE usd END) FILTER (WHERE operation IN ('approve', 'reverse') AND kind = 'buy'), 0) AS invested_usd,
           coalesce(sum(CASE operation WHEN 'reverse' THEN -coins ELSE coins END) FILTER (WHERE operation IN ('approve', 'reverse') AND kind = 'withdrawal'), 0) AS withdrawn,
           coalesce(sum(CASE operation WHEN 'reverse' THEN -coins ELSE coins END) FILTER (WHERE operation IN ('approve', 'reverse') AND kind = 'transfer'), 0) AS transferred,
           coalesce(sum(calls) FILTER (WHERE operation = 'open'), 0)::bigint AS members
      FROM ledger.current_totals) t;
