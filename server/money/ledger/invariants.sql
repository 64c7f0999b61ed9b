-- The rules that hold for the books at each moment, as views that read the whole journal. Tests and daily jobs read them.

-- The movements with the two accounts of their legs. An unknown leg has no accounts, which the verifier reports.
CREATE OR REPLACE VIEW ledger.booked_movements AS
SELECT m.user_id, m.id, m.leg, m.debit_id, m.credit_id, m.amount, m.created_at,
       CASE WHEN m.leg IN ('buy', 'adjustment_in', 'owe') THEN 'issuance' WHEN m.leg IN ('bonus', 'referral') THEN 'promotions'
            WHEN m.leg IN ('hold', 'adjustment_out', 'repay', 'reverse_buy', 'reverse_bonus', 'reverse_referral', 'reverse_transfer') THEN 'available'
            WHEN m.leg IN ('release', 'withdrawal', 'transfer') THEN 'locked' WHEN m.leg = 'reverse_withdrawal' THEN 'redemption' END AS debit_account,
       CASE WHEN m.leg = 'hold' THEN 'locked' WHEN m.leg IN ('withdrawal', 'adjustment_out') THEN 'redemption'
            WHEN m.leg IN ('release', 'transfer', 'buy', 'bonus', 'referral', 'adjustment_in', 'owe', 'reverse_withdrawal', 'reverse_transfer') THEN 'available'
            WHEN m.leg IN ('reverse_buy', 'repay') THEN 'issuance' WHEN m.leg IN ('reverse_bonus', 'reverse_referral') THEN 'promotions' END AS credit_account
  FROM ledger.movements m;

-- The journal as double entries: each movement is two postings that sum to zero.
CREATE OR REPLACE VIEW ledger.postings AS
SELECT user_id, id AS movement_id, leg, debit_account AS account, debit_id AS owner_id, -amount AS amount, created_at FROM ledger.booked_movements
 UNION ALL
SELECT user_id, id, leg, credit_account, credit_id, amount, created_at FROM ledger.booked_movements;

-- The sums that each movement adds to the balances of the members on its sides, in one row for each member. A hold and a release have
-- one member on both sides.
CREATE OR REPLACE VIEW ledger.movement_sides AS
SELECT b.user_id, b.id, b.debit_id AS owner_id,
       CASE WHEN b.credit_id = b.debit_id AND b.credit_account = 'available' THEN b.amount ELSE 0 END
         - CASE WHEN b.debit_account = 'available' THEN b.amount ELSE 0 END AS available,
       CASE WHEN b.credit_id = b.debit_id AND b.credit_account = 'locked' THEN b.amount ELSE 0 END
         - CASE WHEN b.debit_account = 'locked' THEN b.amount ELSE 0 END AS locked
  FROM ledger.booked_movements b WHERE b.debit_id IS NOT NULL
 UNION ALL
SELECT b.user_id, b.id, b.credit_id, CASE WHEN b.credit_account = 'available' THEN b.amount ELSE 0 END,
       CASE WHEN b.credit_account = 'locked' THEN b.amount ELSE 0 END
  FROM ledger.booked_movements b WHERE b.credit_id IS NOT NULL AND b.credit_id IS DISTINCT FROM b.debit_id;

-- The approved requests that were not reversed.
CREATE OR REPLACE VIEW ledger.standing_requests AS
SELECT r.* FROM ledger.requests r
 WHERE r.status = 'approved' AND NOT EXISTS (SELECT FROM ledger.reversals v WHERE v.user_id = r.user_id AND v.request_id = r.id);

-- The coins of all members, as the totals of the accepted calls know them.
CREATE OR REPLACE VIEW ledger.issued_by_totals AS
SELECT coalesce(sum(CASE WHEN operation IN ('adjust_in', 'owe') OR (operation, kind) = ('approve', 'buy') THEN coins + bonus_coins + reward_coins
                         WHEN (operation, kind) = ('reverse', 'withdrawal') THEN coins
                         WHEN (operation, kind) = ('reverse', 'buy') THEN -coins - bonus_coins - reward_coins
                         WHEN operation IN ('adjust_out', 'repay') OR (operation, kind) = ('approve', 'withdrawal') THEN -coins ELSE 0 END), 0) AS coins
  FROM ledger.current_totals;

-- The broken rules. The view is empty in every snapshot. A row names the rule, the member and the row that broke it.
-- Each rule sums whole tables once and compares. A look-up for each account would read nearly all rows each time, if few
-- members have done nearly everything. Sums that several rules compare are made once for all of them.
CREATE OR REPLACE VIEW ledger.violations AS
  -- The postings of each member, and of the platform, which has no owner.
  WITH posted AS MATERIALIZED (SELECT owner_id, sum(amount) AS total FROM ledger.postings GROUP BY 1),
  statements AS MATERIALIZED (
    SELECT user_id, sum(available_delta) AS available, sum(locked_delta) AS locked, max(version) AS newest, count(*) AS n,
           array_agg(id) FILTER (WHERE available_after <> available_before + available_delta OR locked_after <> locked_before + locked_delta) AS broken
      FROM (SELECT *, lag(available_after, 1, 0) OVER w AS available_before, lag(locked_after, 1, 0) OVER w AS locked_before
              FROM ledger.lines WINDOW w AS (PARTITION BY user_id ORDER BY version)) l
     GROUP BY 1),
  -- The proofs of the approved buys.
  proofs AS MATERIALIZED (
    SELECT p.user_id, p.request_id, p.kind, p.digest, r.decided_by FROM ledger.payment_proofs p
      JOIN ledger.standing_requests r ON r.user_id = p.user_id AND r.id = p.request_id)
  SELECT 'balance differs from its lines' AS rule, a.user_id, NULL::uuid AS id FROM ledger.accounts a
    LEFT JOIN statements l ON l.user_id = a.user_id
   WHERE (a.available, a.locked, a.version, a.version)
         <> (coalesce(l.available, 0), coalesce(l.locked, 0), coalesce(l.newest, 0), coalesce(l.n, 0))
  UNION ALL
  SELECT 'balance differs from its postings', a.user_id, NULL FROM ledger.accounts a
    LEFT JOIN posted p ON p.owner_id = a.user_id
   WHERE a.available + a.locked <> coalesce(p.total, 0)
  UNION ALL
  -- The clock is read after the snapshot was taken, so every spend in the snapshot was judged at an earlier time.
  SELECT 'waiting coins exceed the balance', a.user_id, NULL FROM ledger.accounts a
    JOIN (SELECT user_id, sum(coins) AS coins FROM ledger.maturing WHERE matures_at > clock_timestamp() GROUP BY 1) m ON m.user_id = a.user_id
   WHERE m.coins > a.available
  UNION ALL
  SELECT 'waiting coins differ from their credit', w.user_id, w.movement_id FROM ledger.maturing w
    JOIN ledger.accounts a ON a.user_id = w.user_id
    LEFT JOIN (SELECT * FROM ledger.movements WHERE leg IN ('bonus', 'referral')) m ON m.user_id = w.movement_user_id AND m.id = w.movement_id
   WHERE (m.credit_id = w.user_id AND w.coins <= m.amount AND w.matures_at <= a.last_matures_at) IS NOT TRUE
  UNION ALL
  SELECT 'line breaks the chain', l.user_id, unnest(l.broken) FROM statements l WHERE l.broken IS NOT NULL
  UNION ALL
  -- Each side of a movement that belongs to a member stands once in that member's statement, with the same amounts.
  SELECT 'lines differ from the movement', coalesce(m.owner_id, l.user_id), coalesce(m.id, l.movement_id) FROM ledger.movement_sides m
    FULL JOIN ledger.lines l ON l.movement_user_id = m.user_id AND l.movement_id = m.id AND l.user_id = m.owner_id
   WHERE m.id IS NULL OR l.id IS NULL OR l.available_delta <> m.available OR l.locked_delta <> m.locked
  UNION ALL
  SELECT 'USD sums differ from the requests', a.user_id, NULL FROM ledger.accounts a
    LEFT JOIN (SELECT user_id, sum(coalesce(credited_usd, amount_usd)) FILTER (WHERE kind = 'buy') AS invested, sum(amount_usd) FILTER (WHERE kind <> 'buy') AS outgoing
                 FROM ledger.standing_requests GROUP BY 1) own ON own.user_id = a.user_id
    LEFT JOIN (SELECT recipient_id, sum(amount_usd) AS incoming
                 FROM ledger.standing_requests WHERE kind = 'transfer' GROUP BY 1) got ON got.recipient_id = a.user_id
   WHERE (a.invested_usd, a.outgoing_usd, a.incoming_usd)
         <> (coalesce(own.invested, 0), coalesce(own.outgoing, 0), coalesce(got.incoming, 0))
  UNION ALL
  SELECT 'locked differs from pending requests', a.user_id, NULL FROM ledger.accounts a
    LEFT JOIN (SELECT user_id, sum(amount_coins) AS coins FROM ledger.requests WHERE status = 'pending' AND kind <> 'buy' GROUP BY 1) r
      ON r.user_id = a.user_id
   WHERE a.locked <> coalesce(r.coins, 0)
  UNION ALL
  -- A request has exactly the legs of its kind and status. For an unknown kind, no legs are right.
  SELECT 'legs differ from the decision', r.user_id, r.id FROM ledger.requests r
    LEFT JOIN (SELECT user_id, request_id, count(*) AS n, min(leg COLLATE "C") AS first_leg, max(leg COLLATE "C") AS last_leg, sum(amount) FILTER (WHERE leg = 'bonus') AS bonus,
                      min(amount) FILTER (WHERE leg <> 'bonus') AS lowest, max(amount) FILTER (WHERE leg <> 'bonus') AS highest
                 FROM ledger.movements WHERE request_id IS NOT NULL AND leg <> 'referral' AND leg NOT LIKE 'reverse%'
                GROUP BY 1, 2) m ON m.user_id = r.user_id AND m.request_id = r.id
   -- Two legs at most are right, so their number with the first and the last word says which they are.
   WHERE CASE WHEN r.kind = 'buy' AND r.status <> 'approved' THEN m.n IS NULL
              WHEN r.kind = 'buy' AND r.bonus_coins > 0 AND r.credited_coins IS NULL THEN (m.n, m.first_leg, m.last_leg) = (2, 'bonus', 'buy')
              WHEN r.kind = 'buy' THEN (m.n, m.last_leg) = (1, 'buy')
              WHEN r.kind NOT IN ('withdrawal', 'transfer') THEN false
              WHEN r.status = 'pending' THEN (m.n, m.last_leg) = (1, 'hold')
              WHEN r.status = 'approved' THEN (m.n, m.first_leg, m.last_leg) = (2, 'hold', r.kind)
              ELSE (m.n, m.first_leg, m.last_leg) = (2, 'hold', 'release') END IS NOT TRUE
      OR m.lowest <> coalesce(r.credited_coins, r.amount_coins) OR m.highest <> coalesce(r.credited_coins, r.amount_coins)
      OR coalesce(m.bonus, 0) <> CASE WHEN r.status = 'approved' AND r.credited_coins IS NULL THEN coalesce(r.bonus_coins, 0) ELSE 0 END
  UNION ALL
  -- A reversal moves back each leg that moved coins, once, and no other request has such a leg.
  SELECT 'reversal differs from the request', coalesce(o.user_id, b.user_id), coalesce(o.request_id, b.request_id)
    FROM (SELECT m.* FROM ledger.movements m JOIN ledger.reversals v ON v.user_id = m.user_id AND v.request_id = m.request_id
           WHERE m.leg IN ('buy', 'bonus', 'referral', 'withdrawal', 'transfer')) o
    FULL JOIN (SELECT * FROM ledger.movements WHERE leg LIKE 'reverse%') b
      ON b.user_id = o.user_id AND b.request_id = o.request_id AND b.leg = 'reverse_' || o.leg
   WHERE (o.amount, o.rate, o.debit_id, o.credit_id, o.leg IS NOT NULL) IS DISTINCT FROM (b.amount, b.rate, b.credit_id, b.debit_id, b.leg IS NOT NULL)
  UNION ALL
  SELECT 'reversal of a request that is not approved', v.user_id, v.request_id FROM ledger.reversals v
    JOIN ledger.requests r ON r.user_id = v.user_id AND r.id = v.request_id WHERE r.status <> 'approved'
  UNION ALL
  -- A debt is what was advanced for it, less what it was repaid. No older one waits behind it, and no coins beside it.
  SELECT 'debt differs from its movements', d.user_id, d.id FROM ledger.debts d
    LEFT JOIN (SELECT user_id, debt_id, sum(amount) FILTER (WHERE leg = 'owe') AS owed, coalesce(sum(amount) FILTER (WHERE leg = 'repay'), 0) AS repaid
                 FROM ledger.movements WHERE debt_id IS NOT NULL GROUP BY 1, 2) m ON m.user_id = d.user_id AND m.debt_id = d.id
    LEFT JOIN (SELECT * FROM ledger.reversals) v ON v.user_id = d.owner_id AND v.request_id = d.request_id
   WHERE (d.coins, d.remaining) IS DISTINCT FROM (m.owed, m.owed - m.repaid) OR v.user_id IS NULL
  UNION ALL
  SELECT 'debt beside coins that could repay it', d.user_id, d.id FROM ledger.debts d JOIN ledger.accounts a ON a.user_id = d.user_id
   WHERE d.remaining > 0 AND a.available > 0
  UNION ALL
  SELECT 'debt was repaid before an older one', d.user_id, d.id FROM (
    SELECT *, max(remaining) OVER (PARTITION BY user_id ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS older FROM ledger.debts) d
   WHERE d.older > 0 AND d.remaining < d.coins
  UNION ALL
  SELECT 'reward was paid twice', m.user_id, NULL FROM ledger.movements m WHERE m.leg IN ('referral', 'reverse_referral')
   GROUP BY m.user_id HAVING count(*) FILTER (WHERE m.leg = 'referral') - count(*) FILTER (WHERE m.leg = 'reverse_referral') NOT IN (0, 1)
  UNION ALL
  SELECT 'received differs from the transfers', coalesce(r.user_id, a.user_id), coalesce(r.id, a.request_id)
    FROM (SELECT user_id, id, received_units FROM ledger.standing_requests WHERE received_units IS NOT NULL) r
    FULL JOIN (SELECT a.user_id, a.request_id, sum(t.units) AS units FROM ledger.allocations a
                 JOIN public.chain_transfers t ON t.transaction_hash = a.transaction_hash AND t.log_index = a.log_index
                WHERE a.request_id IS NOT NULL GROUP BY 1, 2) a ON a.user_id = r.user_id AND a.request_id = r.id
   WHERE r.received_units IS DISTINCT FROM a.units
  UNION ALL
  -- Less than the price is credited in proportion, rounded down. Everything else is credited as it was asked for.
  SELECT 'credit differs from the payment', r.user_id, r.id FROM ledger.requests r
   WHERE (r.received_units IS NOT NULL OR r.credited_coins IS NOT NULL)
     AND (r.credited_coins, r.credited_usd) IS DISTINCT FROM (
           CASE WHEN r.received_units < r.usdt_amount * 1000000 THEN ledger.paid_part(r.amount_coins, r.received_units, r.usdt_amount * 1000000, 0.0001) END,
           CASE WHEN r.received_units < r.usdt_amount * 1000000 THEN ledger.paid_part(r.amount_usd, r.received_units, r.usdt_amount * 1000000, 0.01) END)
  UNION ALL
  -- An approved buy holds its proofs, or its approval says why it has those of another one.
  SELECT 'payment used again without a reason', p.user_id, p.request_id FROM proofs p
    LEFT JOIN ledger.used_proofs u ON u.digest = p.digest
    LEFT JOIN (SELECT DISTINCT user_id, request_id, administrator_id, kind FROM ledger.reuse_reasons) w
      ON w.user_id = p.user_id AND w.request_id = p.request_id AND w.administrator_id = p.decided_by AND w.kind = p.kind
   WHERE (u.member_id, u.request_id) IS DISTINCT FROM (p.user_id, p.request_id) AND (w.user_id IS NULL OR u.request_id IS NULL)
  UNION ALL
  -- A claimed proof belongs to an approved buy that has it.
  SELECT 'used payment of no approved buy', u.member_id, u.request_id FROM ledger.used_proofs u
    LEFT JOIN (SELECT user_id, request_id, digest FROM proofs
               UNION ALL
               SELECT f.user_id, f.request_id, f.digest FROM ledger.former_proofs f
                 JOIN ledger.standing_requests r ON r.user_id = f.user_id AND r.id = f.request_id) p
      ON p.user_id = u.member_id AND p.request_id = u.request_id AND p.digest = u.digest
   WHERE p.digest IS NULL
  UNION ALL
  -- A slip is replaced as often as a question for it was answered, and a member is asked while one is not.
  SELECT 'slip differs from its questions', coalesce(r.user_id, s.user_id), coalesce(r.id, s.request_id)
    FROM (SELECT * FROM ledger.requests WHERE slip_revision > 0 OR slip_asked_at IS NOT NULL OR clock_from IS NOT NULL) r
    FULL JOIN (SELECT user_id, request_id, count(answered_at) AS answered, count(*) > count(answered_at) AS is_open FROM ledger.slip_requests
                GROUP BY 1, 2) s ON s.user_id = r.user_id AND s.request_id = r.id
   WHERE (r.kind = 'buy' AND r.slip_revision = s.answered AND (r.slip_asked_at IS NULL OR s.is_open)
          AND (r.slip_asked_at IS NOT NULL OR NOT s.is_open OR r.first_approved_at IS NOT NULL)) IS NOT TRUE
  UNION ALL
  SELECT 'treasury differs from the requests', NULL, NULL FROM ledger.treasury_totals t
    FULL JOIN ledger.computed_treasury c ON c.administrator_id = t.administrator_id AND c.kind = t.kind
   WHERE (t.count, t.asked_units, t.unpaid_count, t.unpaid_units, t.received_units, t.over_units, t.under_units)
         IS DISTINCT FROM (c.count, c.asked_units, c.unpaid_count, c.unpaid_units, c.received_units, c.over_units, c.under_units)
  UNION ALL
  SELECT 'transfers differ from their totals', NULL, NULL
    FROM (SELECT to_address, count(*), sum(units) AS units,
                 coalesce(sum(units) FILTER (WHERE public.is_own_move(from_address, block_time)), 0) AS moved
            FROM public.chain_transfers GROUP BY 1) t
    FULL JOIN public.chain_totals c ON c.address = t.to_address
   WHERE (t.count, t.units, t.moved) IS DISTINCT FROM (c.transfers, c.units, c.moved_units)
  UNION ALL
  SELECT 'free transfers differ from the uses', NULL, NULL
    FROM public.chain_transfers t
    LEFT JOIN ledger.allocations a ON a.transaction_hash = t.transaction_hash AND a.log_index = t.log_index
    LEFT JOIN public.free_transfers f ON f.transaction_hash = t.transaction_hash AND f.log_index = t.log_index
   WHERE (a.transaction_hash IS NULL) <> (f.transaction_hash IS NOT NULL)
  UNION ALL
  SELECT 'payouts differ from their sources', NULL, NULL
    FROM ledger.payout_sources s
    LEFT JOIN (SELECT is_own, count(*), sum(units) AS units FROM ledger.paying_transfers GROUP BY 1) t ON t.is_own = s.is_own
   WHERE (s.payouts, s.units) <> (coalesce(t.count, 0), coalesce(t.units, 0))
  UNION ALL
  -- Without a person, only the policy approves a buy: paid exactly, and within its limits.
  SELECT 'approval without a person differs from its record', coalesce(r.user_id, a.user_id), coalesce(r.id, a.request_id)
    FROM (SELECT * FROM ledger.requests WHERE status = 'approved' AND decided_by IS NULL) r
    FULL JOIN (SELECT *, sum(worth_usd) OVER (ORDER BY created_at RANGE BETWEEN interval '24 hours' PRECEDING AND CURRENT ROW) AS day_usd
                 FROM ledger.automatic_approvals) a ON a.user_id = r.user_id AND a.request_id = r.id
   WHERE (r.kind = 'buy' AND r.usdt_tail IS NOT NULL AND r.credited_coins IS NULL AND r.received_units = r.usdt_amount * 1000000
          AND a.worth_usd <= a.limit_usd AND a.day_usd <= a.day_limit_usd) IS NOT TRUE
  UNION ALL
  -- The amount without its tail may differ by a rounding of its fourth decimal.
  SELECT 'USDT differs from the rate', r.user_id, r.id FROM ledger.requests r
   WHERE abs((r.usdt_amount - coalesce(r.usdt_tail, 0)) * r.usdt_rate - r.amount_usd) > 0.0000501 * r.usdt_rate
  UNION ALL
  SELECT 'open amounts with a tail are equal', r.user_id, r.id FROM (
    SELECT user_id, id, usdt_tail, bool_or(usdt_tail IS NOT NULL) OVER w AND count(*) OVER w > 1 AS is_shared FROM ledger.requests
     WHERE kind = 'buy' AND status = 'pending' WINDOW w AS (PARTITION BY usdt_amount)) r
   WHERE r.is_shared AND r.usdt_tail IS NOT NULL
  UNION ALL
  -- Each approved withdrawal has a payout, which has its address and amount, and is cancelled by a reversal alone. A confirmed one
  -- has its log on the chain.
  SELECT 'payout differs from its withdrawal', coalesce(r.user_id, p.user_id), coalesce(r.id, p.request_id)
    FROM (SELECT * FROM ledger.requests WHERE kind = 'withdrawal' AND status = 'approved') r
    FULL JOIN ledger.payouts p ON p.user_id = r.user_id AND p.request_id = r.id
    LEFT JOIN ledger.reversals v ON v.user_id = r.user_id AND v.request_id = r.id
   WHERE (r.id, r.wallet_address, r.usdt_amount, v.request_id IS NOT NULL) IS DISTINCT FROM (p.request_id, p.wallet_address, p.usdt_amount, p.state = 'cancelled')
  UNION ALL
  SELECT 'payout differs from the chain', p.user_id, coalesce(p.request_id, l.pays)
    FROM (SELECT * FROM ledger.payouts WHERE state = 'confirmed') p
    FULL JOIN (SELECT * FROM public.payout_logs WHERE pays IS NOT NULL) l ON l.pays = p.request_id
   WHERE (p.hash, p.wallet_address, p.usdt_amount * 1000000, true) IS DISTINCT FROM (l.hash, l.to_address, l.units, l.is_token)
  UNION ALL
  SELECT 'payout totals differ from the payouts', NULL, NULL FROM ledger.payout_totals t
    LEFT JOIN (SELECT state, count(*) AS payouts, coalesce(sum(usdt_amount), 0) AS usdt FROM ledger.payouts GROUP BY 1) p ON p.state = t.state
   WHERE (t.payouts, t.usdt_amount) <> (coalesce(p.payouts, 0), coalesce(p.usdt, 0))
  UNION ALL
  SELECT 'referral differs from the purchases', coalesce(t.user_id, r.user_id), coalesce(t.friend_id, r.friend_id)
    FROM (SELECT f.referred_by_id AS user_id, f.id AS friend_id, f.status = 'Active' AS is_listed,
                 CASE WHEN f.first_purchase_done THEN 'Bonus Awarded' WHEN q.coins IS NOT NULL THEN 'First Purchase Pending'
                      ELSE 'Registered' END AS status,
                 CASE WHEN NOT f.first_purchase_done THEN q.coins END AS base_coins,
                 CASE WHEN f.first_purchase_done THEN coalesce(m.amount, 0) END AS reward_coins
            FROM public.profiles f
            LEFT JOIN (SELECT user_id, sum(CASE leg WHEN 'referral' THEN amount ELSE -amount END) AS amount FROM ledger.movements
                        WHERE leg IN ('referral', 'reverse_referral') GROUP BY 1) m ON m.user_id = f.id
            LEFT JOIN (SELECT DISTINCT ON (user_id) user_id, amount_coins AS coins FROM ledger.requests
                        WHERE status = 'pending' AND package_id IS NOT NULL ORDER BY user_id, id) q ON q.user_id = f.id
           WHERE f.referred_by_id IS NOT NULL) t
    FULL JOIN ledger.referrals r ON r.user_id = t.user_id AND r.friend_id = t.friend_id
   WHERE (r.id IS NOT NULL OR t.is_listed)
     AND (t.status, t.base_coins, t.reward_coins) IS DISTINCT FROM (r.status, r.base_coins, r.reward_coins)
  UNION ALL
  SELECT 'coins are not conserved', NULL, NULL FROM (
    SELECT (SELECT coalesce(sum(available + locked), 0) FROM ledger.accounts) AS held,
           (SELECT coalesce(-sum(p.total), 0) FROM posted p WHERE p.owner_id IS NULL) AS issued) x
   WHERE x.held <> x.issued
  UNION ALL
  SELECT 'totals differ from the journal', NULL, NULL FROM (
    SELECT (SELECT coalesce(-sum(p.total), 0) FROM posted p WHERE p.owner_id IS NULL) AS journal,
           (SELECT t.coins FROM ledger.issued_by_totals t) AS totals) x
   WHERE x.journal <> x.totals
  UNION ALL
  SELECT 'entries differ from the lines', coalesce(l.user_id, e.user_id), coalesce(l.id, e.id) FROM ledger.typed_lines l
    FULL JOIN (SELECT * FROM ledger.entries UNION ALL SELECT * FROM ledger.fresh_entries()) e ON e.user_id = l.user_id AND e.version = l.version
   WHERE (l.id, l.type, l.amount, l.rate, l.total_usd_value, l.balance_after, l.created_at)
         IS DISTINCT FROM (e.id, e.type, e.amount, e.rate, e.total_usd_value, e.balance_after, e.created_at)
  UNION ALL
  SELECT 'days differ from the lines', NULL, NULL FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, type, count(*), sum(amount) AS coins, sum(total_usd_value) AS value_usd
      FROM ledger.typed_lines GROUP BY 1, 2) l
    FULL JOIN ledger.current_days d ON d.day = l.day AND d.type = l.type
   WHERE (l.count, l.coins, l.value_usd) IS DISTINCT FROM (d.count, d.coins_in + d.coins_out, d.value_usd)
  UNION ALL
  SELECT 'days of reports differ from the lines', NULL, NULL FROM (
    SELECT day, type, package_id, count(*), sum(coins) AS coins, sum(usd) AS usd FROM ledger.reported_lines GROUP BY 1, 2, 3) l
    FULL JOIN ledger.current_reports d ON d.day = l.day AND d.type = l.type AND d.package_id = l.package_id
   WHERE (l.count, l.coins, l.usd) IS DISTINCT FROM (d.count, d.coins, d.usd)
  UNION ALL
  SELECT 'days of payouts differ from the payouts', NULL, NULL FROM ledger.computed_payout_days p
    FULL JOIN ledger.daily_payouts d ON d.day = p.day
   WHERE (coalesce(p.payouts, 0), coalesce(p.usdt, 0)) IS DISTINCT FROM (d.payouts, d.usdt)
  UNION ALL
  SELECT 'decided requests differ from the requests', coalesce(r.user_id, d.user_id), coalesce(r.id, d.id)
    FROM (SELECT * FROM ledger.requests WHERE status <> 'pending') r
    FULL JOIN (SELECT * FROM ledger.decided UNION ALL SELECT * FROM ledger.fresh_decided()) d ON d.id = r.id
   WHERE (r.user_id, r.kind, r.status, r.amount_coins, r.created_at)
         IS DISTINCT FROM (d.user_id, d.kind, d.status, d.amount_coins, d.created_at)
  UNION ALL
  SELECT 'days of requests differ from the requests', NULL, NULL FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, kind, status, count(*), sum(amount_coins) AS coins FROM ledger.decided GROUP BY 1, 2, 3) r
    FULL JOIN ledger.daily_decided d ON d.day = r.day AND d.kind = r.kind AND d.status = r.status
   WHERE (r.count, r.coins) IS DISTINCT FROM (d.count, d.coins)
  UNION ALL
  -- Each decision, payment and correction since notices began has its notice, and each of these notices its event.
  SELECT 'notices differ from the events', coalesce(n.user_id, e.user_id), coalesce(n.source_id, e.source_id)
    FROM (SELECT user_id, 'request_' || status AS kind, user_id AS owner_id, id AS source_id, decided_at AS at FROM ledger.requests
           WHERE status IN ('approved', 'rejected', 'expired')
          UNION ALL
          SELECT recipient_id, 'coins_received', user_id, id, decided_at FROM ledger.requests WHERE kind = 'transfer' AND status = 'approved'
          UNION ALL
          SELECT CASE leg WHEN 'referral' THEN credit_id ELSE user_id END, CASE leg WHEN 'referral' THEN 'reward_received' ELSE 'balance_corrected' END,
                 user_id, CASE leg WHEN 'referral' THEN request_id ELSE id END, created_at
            FROM ledger.movements WHERE leg IN ('referral', 'adjustment_in', 'adjustment_out')
          UNION ALL
          SELECT user_id, 'slip_asked', user_id, id, asked_at FROM ledger.slip_requests
          UNION ALL
          -- Without a time, because those from before the upgrade have no notice.
          SELECT user_id, 'closure_withdrawn', user_id, id, NULL FROM public.account_closures WHERE outcome = 'obstacle'
          UNION ALL
          -- Both sides of each leg that moved back, once, as in ledger.reversed_coins.
          SELECT DISTINCT s.person,
                 ledger.reversal_notice(CASE WHEN s.person = r.user_id THEN 'member' WHEN r.kind = 'buy' THEN 'referrer' ELSE 'recipient' END),
                 r.user_id, r.id, v.created_at
            FROM ledger.reversals v JOIN ledger.requests r ON r.user_id = v.user_id AND r.id = v.request_id
            JOIN ledger.movements m ON m.user_id = r.user_id AND m.request_id = r.id AND m.leg IN ('buy', 'bonus', 'referral', 'withdrawal', 'transfer')
           CROSS JOIN LATERAL (VALUES (m.credit_id), (m.debit_id)) s (person) WHERE s.person IS NOT NULL
          UNION ALL
          SELECT m.user_id, 'debt_repaid', d.owner_id, m.id, m.created_at FROM ledger.movements m
            JOIN ledger.debts d ON d.user_id = m.user_id AND d.id = m.debt_id WHERE m.leg = 'repay') e
    FULL JOIN (SELECT * FROM public.notices WHERE kind NOT LIKE 'payout%') n
      ON n.user_id = e.user_id AND n.kind = e.kind AND n.owner_id = e.owner_id AND n.source_id = e.source_id
   WHERE (e.user_id IS NULL OR n.user_id IS NULL AND e.at >= (SELECT s.since FROM public.notice_start s))
     -- Those of a closed account are removed with it.
     AND (coalesce(n.user_id, e.user_id) NOT IN (SELECT a.user_id FROM ledger.accounts a WHERE a.closed_at IS NOT NULL)) IS NOT FALSE
  UNION ALL
  SELECT 'notices are not numbered without gaps', coalesce(b.user_id, n.user_id), NULL FROM public.notice_boxes b
    FULL JOIN (SELECT user_id, max(number) AS newest, count(*) FROM public.notices GROUP BY 1) n ON n.user_id = b.user_id
   WHERE (b.last_number, b.last_number) IS DISTINCT FROM (n.newest, n.count)
  UNION ALL
  SELECT 'days of members differ from the commands', NULL, NULL FROM (
    SELECT (SELECT count(*) FROM ledger.commands WHERE operation = 'open') AS opened, (SELECT coalesce(sum(count), 0) FROM ledger.current_member_days) AS days) x
   WHERE x.opened <> x.days;

-- Returns the part of a run that reads this rule. The database keeps the memory of a statement until its end, so rules that join whole
-- tables are statements of their own. Rules of one part share what they sum.
CREATE OR REPLACE FUNCTION ledger.rule_part(p_rule text) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN p_rule IN ('balance differs from its postings', 'coins are not conserved', 'totals differ from the journal') THEN 1
              WHEN p_rule IN ('balance differs from its lines', 'line breaks the chain') THEN 2
              WHEN p_rule = 'lines differ from the movement' THEN 3
              WHEN p_rule = 'legs differ from the decision' THEN 4
              WHEN p_rule = 'entries differ from the lines' THEN 5
              WHEN p_rule IN ('days differ from the lines', 'days of reports differ from the lines') THEN 6
              WHEN p_rule IN ('decided requests differ from the requests', 'days of requests differ from the requests') THEN 7
              WHEN p_rule LIKE 'notices %' THEN 8 ELSE 0 END;
END
$$;

-- Returns the broken rules of a ledger of any length, as of one moment. The database expects that rules leave few rows to look up, but
-- they leave nearly all. So it shall join whole tables, also if the caller takes the first rows alone.
CREATE OR REPLACE FUNCTION ledger.find_violations() RETURNS TABLE (rule text, user_id uuid, id uuid) LANGUAGE plpgsql STABLE
SET work_mem = '96MB' SET enable_nestloop = off AS $$
BEGIN
  FOR part IN 0..8 LOOP
    -- The plan is made for this part alone and leaves the others out.
    RETURN QUERY EXECUTE 'SELECT v.rule, v.user_id, v.id FROM ledger.violations v WHERE ledger.rule_part(v.rule) = $1' USING part;
  END LOOP;
END
$$;
