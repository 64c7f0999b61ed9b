-- Moves coins over the nodes that deploy/citus/three-nodes.sh has started. psql prints each step, and an error in full. A step is one
-- transaction, so one that fails leaves nothing behind.
\set QUIET on
\pset footer off
\set coins 10000

SELECT floor(random() * 1000000)::int AS run \gset
INSERT INTO profiles (full_name, email, role, duty, status) VALUES ('Grace Admin', 'admin-' || :run || '@example.org', 'admin', 'owner', 'Active')
RETURNING id AS admin \gset
UPDATE settings SET buys_on_fallback_rate = true;
INSERT INTO packages (package_name, min_coin_purchase, coin_price, bonus_percentage, withdrawal_time)
VALUES ('Package ' || :run, :coins, 0.01, 10, '24 hours') RETURNING id AS package \gset

\echo '1. Sixteen members, each with an account'
-- One by one, as people sign up.
SELECT format('INSERT INTO profiles (full_name, email, member_id, referral_code, status, wallet_address, country, city)
               VALUES (%L, %L, %L, %L, ''Active'', ''TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'', ''SN'', ''Dakar'')',
              'Amina Diallo', 'member-' || :run || '-' || n || '@example.org', 'ET-' || :run || '-' || n, 'R' || :run || n)
  FROM generate_series(1, 16) n \gexec

CREATE TEMP TABLE members AS
SELECT p.id, p.member_id, row_number() OVER (ORDER BY p.id) AS n,
       (SELECT s.nodeport FROM citus_shards s WHERE s.shardid = get_shard_id_for_distribution_column('ledger.accounts', p.id)) AS node
  FROM profiles p WHERE p.member_id LIKE 'ET-' || :run || '-%';
SELECT node, count(*) AS members FROM members GROUP BY 1 ORDER BY 1;
SELECT count(*) AS accounts FROM ledger.accounts;
SELECT id AS one FROM members ORDER BY node, id LIMIT 1 \gset
SELECT id AS two, member_id AS two_number FROM members ORDER BY node DESC, id LIMIT 1 \gset

\echo '2. A friend of another node, with an account and a place in the list of the referrer'
INSERT INTO profiles (full_name, email, member_id, referral_code, status, referred_by_id, wallet_address, country, city)
VALUES ('Binta Sow', 'friend-' || :run || '@example.org', 'ET-F-' || :run, 'F' || :run, 'Active', :'one', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'SN', 'Dakar')
RETURNING id AS friend \gset
SELECT status FROM ledger.referrals WHERE user_id = :'one' AND friend_id = :'friend';

\echo '3. A buy of a package, submitted and approved'
INSERT INTO uploads (user_id, path, mime_type, size_bytes, sha256)
VALUES (:'friend', :'friend' || '/1.png', 'image/png', 68, sha256(:'friend'::bytea)) RETURNING id AS slip \gset
SELECT request_id AS buy FROM ledger.submit(:'friend', gen_random_uuid(), 'buy', :coins, :'package', NULL, :'slip', 1, true) \gset
SELECT ledger.decide(:'admin', gen_random_uuid(), :'friend', :'buy', 'approved', NULL) AS replayed;

\echo '4. Coins for a member by a correction'
SELECT movement_id IS NOT NULL AS is_made FROM ledger.adjust(:'admin', gen_random_uuid(), :'one', 50000, 'Opening balance', NULL);

\echo '5. A transfer to a member of another node, submitted and approved'
SELECT request_id AS sent FROM ledger.submit(:'one', gen_random_uuid(), 'transfer', 3000, NULL, :'two_number', NULL, NULL) \gset
SELECT ledger.decide(:'admin', gen_random_uuid(), :'one', :'sent', 'approved', NULL) AS replayed;

\echo '6. A withdrawal, submitted and approved'
SELECT request_id AS paid FROM ledger.submit(:'one', gen_random_uuid(), 'withdrawal', 5000, NULL, NULL, NULL, 1) \gset
SELECT ledger.decide(:'admin', gen_random_uuid(), :'one', :'paid', 'approved', NULL) AS replayed;

\echo '7. A withdrawal that is rejected, and one that its member takes back'
SELECT request_id AS refused FROM ledger.submit(:'one', gen_random_uuid(), 'withdrawal', 2000, NULL, NULL, NULL, 1) \gset
SELECT ledger.decide(:'admin', gen_random_uuid(), :'one', :'refused', 'rejected', 'Not now') AS replayed;
SELECT request_id AS taken FROM ledger.submit(:'one', gen_random_uuid(), 'withdrawal', 2000, NULL, NULL, NULL, 1) \gset
SELECT ledger.cancel(:'one', gen_random_uuid(), :'taken') AS replayed;

\echo '8. The transfer and the buy reversed'
SELECT is_reversed FROM ledger.reverse(:'admin', gen_random_uuid(), :'one', :'sent', 'Sent to another person');
SELECT is_reversed FROM ledger.reverse(:'admin', gen_random_uuid(), :'friend', :'buy', 'The payment came from another person');

\echo '9. A repeated call, and more coins than there are'
SELECT gen_random_uuid() AS key \gset
SELECT replayed FROM ledger.submit(:'one', :'key', 'transfer', 1000, NULL, :'two_number', NULL, NULL);
SELECT replayed FROM ledger.submit(:'one', :'key', 'transfer', 1000, NULL, :'two_number', NULL, NULL);
SELECT replayed FROM ledger.submit(:'one', gen_random_uuid(), 'transfer', 1000000, NULL, :'two_number', NULL, NULL);

\echo '10. A correction and a transfer that need two administrators'
INSERT INTO profiles (full_name, email, role, duty, status) VALUES ('Second Admin', 'second-' || :run || '@example.org', 'admin', 'owner', 'Active')
RETURNING id AS second \gset
SELECT movement_id IS NOT NULL AS is_made FROM ledger.adjust(:'admin', gen_random_uuid(), :'one', 5000000, 'Opening balance', NULL);
SELECT movement_id IS NOT NULL AS is_made FROM ledger.adjust(:'second', gen_random_uuid(), :'one', 5000000, 'Opening balance', NULL);
SELECT request_id AS great FROM ledger.submit(:'one', gen_random_uuid(), 'transfer', 4000000, NULL, :'two_number', NULL, NULL) \gset
SELECT ledger.decide(:'admin', gen_random_uuid(), :'one', :'great', 'approved', NULL) AS replayed;
SELECT status FROM ledger.requests WHERE user_id = :'one' AND id = :'great';
SELECT ledger.decide(:'second', gen_random_uuid(), :'one', :'great', 'approved', NULL) AS replayed;
SELECT status FROM ledger.requests WHERE user_id = :'one' AND id = :'great';

\echo '11. The call of the server, for the session of a member'
SELECT encode(sha256(:'key'), 'hex') AS secret \gset
INSERT INTO sessions (user_id, token_hash, ip_address, user_agent, expires_at)
VALUES (:'two', sha256(decode(:'secret', 'hex')), '127.0.0.1', 'psql', now() + interval '1 hour');
SELECT translate(encode(uuid_send(:'two'::uuid) || decode(:'secret', 'hex'), 'base64'), '+/', '-_') AS token \gset
SELECT (m.request).status, m.refusal
  FROM ledger.make_request(:'token', '127.0.0.1', 'psql', gen_random_uuid(), 'transfer', 1000, NULL, (SELECT member_id FROM members WHERE id = :'one'),
                           NULL, NULL, false, NULL, NULL, true, true, 'try', 100, interval '1 second') m;

\echo '12. The statements'
INSERT INTO members
SELECT p.id, p.member_id, 0, (SELECT s.nodeport FROM citus_shards s WHERE s.shardid = get_shard_id_for_distribution_column('ledger.accounts', p.id))
  FROM profiles p WHERE p.id = :'friend';
SELECT m.n, m.node, l.version, l.type, trim_scale(l.available_delta) AS available, trim_scale(l.locked_delta) AS locked, trim_scale(l.available_after) AS after
  FROM ledger.lines l JOIN members m ON m.id = l.user_id WHERE l.user_id IN (:'one', :'two', :'friend') ORDER BY 1, 3;

\echo '13. Coins: held by members, issued by the journal'
SELECT (SELECT sum(available + locked) FROM ledger.accounts) AS held,
       (SELECT -sum(amount) FROM ledger.postings WHERE owner_id IS NULL) AS issued;

\echo '14. The roll-up, and the totals'
SELECT ledger.roll_up();
SELECT * FROM global_platform_stats;

\echo '15. The verifier, after the sums that triggers keep elsewhere were made anew'
SELECT ledger.rebuild_treasury();
SELECT v.rule, count(*) FROM ledger.find_violations() v GROUP BY 1;
SELECT ledger.verify('whole');
SELECT v.kind, v.accounts, v.movements, v.findings FROM ledger.verifications v WHERE v.kind = 'whole';
