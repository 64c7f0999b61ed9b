-- Adds the members of a block with all that the later files read of them. The numbers follow the order of joining.

CREATE TEMP TABLE people ON COMMIT DROP AS
SELECT n, uuidv7(joined - now()) AS id, joined, status, deals, package.id AS package_id, referrer, pending_place,
       deals > 0 AND NOT (deals = 1 AND pending_place IS NOT NULL) AS has_bought,
       count(*) FILTER (WHERE status = 'Active') OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS active_before,
       CASE WHEN status = 'Active' THEN count(*) FILTER (WHERE status = 'Active') OVER (ORDER BY n) END AS active_place
  FROM (
    SELECT p.*, CASE WHEN n > first AND row_number() OVER (ORDER BY deals > 0 DESC, bench_seed.draw(n, 1)) <= pending AND deals > 0
                     THEN row_number() OVER (ORDER BY deals > 0 DESC, bench_seed.draw(n, 1)) END AS pending_place
      FROM (
        SELECT n, block.first, block.pending,
               -- Twice as many members joined in the last year as in the year before.
               now() - interval '730 days' * (1 - power((n - 0.5) / block.members, 0.63)) AS joined,
               CASE WHEN bench_seed.draw(n, 2) < 0.05 THEN 'Inactive' WHEN bench_seed.draw(n, 2) < 0.07 THEN 'Suspended' ELSE 'Active' END AS status,
               -- Most members make few requests, and a few members make very many.
               CASE WHEN bench_seed.draw(n, 2) < 0.05 OR bench_seed.draw(n, 3) < 0.2 THEN 0
                    WHEN bench_seed.draw(n, 3) < 0.35 THEN 1
                    ELSE least(20000, ceil(block.deals_each * 0.25 / power(greatest(bench_seed.draw(n, 4), 0.0001), 0.75)))::int END AS deals,
               -- The first members of a block have referred most of the others.
               CASE WHEN n > block.first AND bench_seed.draw(n, 6) < 0.45
                    THEN block.first + floor(power(bench_seed.draw(n, 7), 3) * (n - block.first))::int END AS referrer
          FROM block CROSS JOIN generate_series(block.first, block.last) n) p) p
 CROSS JOIN LATERAL (SELECT id FROM packages WHERE is_buyable ORDER BY hashtextextended(id::text, p.n) LIMIT 1) package;
CREATE UNIQUE INDEX ON people (n);
CREATE UNIQUE INDEX ON people (active_place);
ANALYZE people;

-- The later suspended members start as active, because the trigger then lists them as their referrer's friends.
INSERT INTO profiles (id, status, full_name, email, member_id, referral_code, contact_number, country, city, wallet_address,
                      wallet_link, referred_by_id, package_id, first_purchase_done, created_at, updated_at)
SELECT p.id, CASE p.status WHEN 'Suspended' THEN 'Active' ELSE p.status END,
       CASE WHEN names.country IN ('CN', 'JP', 'KR') THEN parts.family || parts.given ELSE parts.given || ' ' || parts.family END,
       'member' || p.n || '@' || bench_seed.pick('{post,mail,letters,inbox}', bench_seed.draw(p.n, 14)) || '.example',
       bench_seed.member_id(bench_seed.code(p.n, 654321987653)), bench_seed.code(p.n, 432198765437),
       '+44 20 ' || 10000000 + p.n, names.country, names.city, parts.wallet, 'https://etherscan.io/address/' || parts.wallet,
       friend.id, p.package_id, p.has_bought, p.joined, p.joined
  FROM people p
  JOIN bench_seed.names ON names.id = 1 + floor(bench_seed.draw(p.n, 10) * (SELECT count(*) FROM bench_seed.names))::int
 CROSS JOIN LATERAL (SELECT bench_seed.pick(names.given, bench_seed.draw(p.n, 11)) AS given,
                            bench_seed.pick(names.stems, bench_seed.draw(p.n, 12)) || bench_seed.pick(names.endings, bench_seed.draw(p.n, 13)) AS family,
                            CASE WHEN p.deals > 1 OR bench_seed.draw(p.n, 15) < 0.7
                                 THEN '0x' || left(encode(sha256(convert_to('wallet ' || p.n, 'UTF8')), 'hex'), 40) END AS wallet) parts
  LEFT JOIN people friend ON friend.n = p.referrer
 ORDER BY p.n;
UPDATE profiles SET status = 'Suspended' FROM people p WHERE profiles.id = p.id AND p.status = 'Suspended';

-- This hash belongs to no password.
INSERT INTO credentials (user_id, password_hash, email_confirmed_at, password_changed_at)
SELECT id, '$argon2id$v=19$m=19456,t=2,p=1$Tm8gcGFzc3dvcmQgaGFzIGl0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
       CASE WHEN status <> 'Inactive' THEN joined + interval '5 minutes' END, joined
  FROM people;

INSERT INTO login_history (user_id, id, status, ip_address, user_agent, created_at)
SELECT p.id, uuidv7(l.at - now()), CASE WHEN bench_seed.draw(p.n, 1000 + l.i) < 0.1 THEN 'failed' ELSE 'success' END,
       '198.51.100.' || l.i, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', l.at
  FROM people p
 CROSS JOIN LATERAL (SELECT i, p.joined + (now() - p.joined) * (i - bench_seed.draw(p.n, 2000 + i)) / logins.count AS at
                       FROM (SELECT 1 + floor(bench_seed.draw(p.n, 16) * 5)::int AS count) logins
                      CROSS JOIN generate_series(1, logins.count) i) l
 WHERE p.status <> 'Inactive';
