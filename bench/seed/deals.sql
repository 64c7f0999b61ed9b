-- The requests of a block's members, spread evenly over their membership. Each request is decided before the next.

CREATE TEMP TABLE deals ON COMMIT DROP AS
SELECT d.*, uuidv7(d.made_at - now()) AS id, recipient.id AS recipient_id,
       CASE WHEN is_package THEN package.min_coin_purchase
            WHEN kind = 'buy' THEN 1000 * (5 + floor(bench_seed.draw(lot, 3) * 16))
            -- These amounts are small beside the purchases, of which at most one in ten fails. So no member runs out of
            -- coins.
            ELSE 1000 * (1 + floor(bench_seed.draw(lot, 3) * 3)) END::numeric AS coins,
       CASE WHEN is_package THEN package.bonus_coins WHEN kind = 'buy' THEN 0 END AS bonus,
       CASE WHEN is_package THEN d.offer END AS package_id,
       CASE WHEN kind = 'buy' AND (d.status = 'approved' OR bench_seed.draw(lot, 4) < 0.8) THEN uuidv7(d.made_at - now() - interval '1 minute') END AS upload_id,
       CASE WHEN d.status <> 'pending' THEN d.made_at + least(interval '1 day' * bench_seed.draw(lot, 5), d.gap / 4) END AS decided_at,
       admins.ids[1 + floor(bench_seed.draw(lot, 6) * cardinality(admins.ids))::int] AS admin_id
  FROM (
    SELECT s.*, CASE WHEN is_last THEN 'pending'
                     WHEN k % 2 = 1 THEN CASE k % 40 WHEN 9 THEN 'rejected' WHEN 29 THEN 'cancelled' ELSE 'approved' END
                     WHEN bench_seed.draw(lot, 2) < 0.08 THEN 'rejected' WHEN bench_seed.draw(lot, 2) < 0.12 THEN 'cancelled' ELSE 'approved' END AS status,
           CASE WHEN is_last THEN greatest(planned_at, now() - interval '3 days' * bench_seed.draw(lot, 8)) ELSE planned_at END AS made_at
      FROM (
        SELECT p.n, k, p.n * 20011::bigint + k AS lot, p.id AS user_id, p.package_id AS offer, p.active_before, k = 1 AS is_package,
               p.pending_place IS NOT NULL AND k = p.deals AS is_last, (now() - p.joined) / p.deals AS gap,
               p.joined + (now() - p.joined) / p.deals * (k - 0.5 + (bench_seed.draw(p.n * 20011::bigint + k, 7) - 0.5) * 0.4) AS planned_at,
               CASE WHEN k = 1 THEN 'buy'
                    WHEN p.pending_place IS NOT NULL AND k = p.deals
                    THEN CASE WHEN p.pending_place % 3 = 0 THEN 'buy' WHEN p.pending_place % 3 = 1 OR p.active_before = 0 THEN 'withdrawal' ELSE 'transfer' END
                    WHEN k % 2 = 1 THEN 'buy'
                    WHEN p.active_before = 0 OR bench_seed.draw(p.n * 20011::bigint + k, 1) < 0.45 THEN 'withdrawal' ELSE 'transfer' END AS kind
          FROM people p CROSS JOIN LATERAL generate_series(1, p.deals) k) s) d
  JOIN packages package ON package.id = d.offer
 CROSS JOIN (SELECT array_agg(id) AS ids FROM profiles WHERE role = 'admin') admins
  LEFT JOIN people recipient ON d.kind = 'transfer' AND recipient.active_place = 1 + floor(bench_seed.draw(lot, 9) * d.active_before)::int;
ANALYZE deals;

-- These slips have records without files. The page of a slip says that its file is missing.
INSERT INTO uploads (user_id, id, path, mime_type, size_bytes, sha256, created_at)
SELECT user_id, upload_id, user_id || '/' || lot || '.png', 'image/png', 20000, sha256(convert_to('slip ' || lot, 'UTF8')), made_at
  FROM deals WHERE upload_id IS NOT NULL;

-- The accounts are inserted with their final balances. The journal below has to add up to the same balances.
CREATE TEMP TABLE steps ON COMMIT DROP AS
SELECT d.n, d.lot, d.user_id AS deal_of, d.id AS request_id, s.leg, s.place, s.type, m.amount, s.available * m.amount AS available,
       s.locked * m.amount AS locked, CASE WHEN s.place = 1 THEN d.made_at ELSE d.decided_at END AS at, m.owner_id,
       CASE WHEN s.type = 'BUY' THEN d.usd ELSE 0 END AS invested, CASE WHEN s.type IN ('WITHDRAWAL', 'TRANSFER_OUT') THEN d.usd ELSE 0 END AS outgoing,
       CASE WHEN s.type = 'TRANSFER_IN' THEN d.usd ELSE 0 END AS incoming
  FROM (SELECT d.*, friend.id AS referrer_id, round(d.coins * 0.01, 2) AS usd
          FROM deals d JOIN people p ON p.n = d.n LEFT JOIN people friend ON friend.n = p.referrer) d
  JOIN (VALUES
    ('buy', 'approved', 2, 'buy', 'BUY', 1, 0), ('buy', 'approved', 3, 'bonus', 'BONUS', 1, 0),
    ('buy', 'approved', 4, 'referral', 'REFERRAL_BONUS', 1, 0),
    ('withdrawal', 'pending', 1, 'hold', NULL, -1, 1), ('transfer', 'pending', 1, 'hold', NULL, -1, 1),
    ('withdrawal', 'approved', 1, 'hold', NULL, -1, 1), ('withdrawal', 'approved', 2, 'withdrawal', 'WITHDRAWAL', 0, -1),
    ('withdrawal', 'rejected', 1, 'hold', NULL, -1, 1), ('withdrawal', 'rejected', 2, 'release', NULL, 1, -1),
    ('withdrawal', 'cancelled', 1, 'hold', NULL, -1, 1), ('withdrawal', 'cancelled', 2, 'release', NULL, 1, -1),
    ('transfer', 'approved', 1, 'hold', NULL, -1, 1), ('transfer', 'approved', 2, 'transfer', 'TRANSFER_OUT', 0, -1),
    ('transfer', 'approved', 3, 'transfer', 'TRANSFER_IN', 1, 0),
    ('transfer', 'rejected', 1, 'hold', NULL, -1, 1), ('transfer', 'rejected', 2, 'release', NULL, 1, -1),
    ('transfer', 'cancelled', 1, 'hold', NULL, -1, 1), ('transfer', 'cancelled', 2, 'release', NULL, 1, -1)
  ) s (kind, status, place, leg, type, available, locked) USING (kind, status)
 CROSS JOIN LATERAL (SELECT CASE s.leg WHEN 'bonus' THEN d.bonus WHEN 'referral' THEN trunc(d.coins * 20 / 100, 4) ELSE d.coins END AS amount,
                            CASE s.type WHEN 'REFERRAL_BONUS' THEN d.referrer_id WHEN 'TRANSFER_IN' THEN d.recipient_id ELSE d.user_id END AS owner_id) m
 WHERE (s.leg <> 'bonus' OR d.bonus > 0) AND (s.leg <> 'referral' OR d.is_package AND d.referrer_id IS NOT NULL)
UNION ALL
-- Now and then an administrator has added coins to correct a mistake.
SELECT n, n * 20011::bigint, id, NULL, 'adjustment_in', 1, 'ADJUSTMENT_IN', 500, 500, 0, joined + (now() - joined) * bench_seed.draw(n, 18), id, 0, 0, 0
  FROM people WHERE deals > 0 AND bench_seed.draw(n, 19) < 0.01;
ANALYZE steps;
