-- One member in twenty has written to the support, and some of them await an answer.

CREATE TEMP TABLE talks ON COMMIT DROP AS
SELECT p.n, p.id AS user_id, uuidv7(p.joined - now()) AS id, p.joined, admins.ids[1 + p.n % cardinality(admins.ids)] AS admin_id,
       (2 + 2 * floor(bench_seed.draw(p.n, 21) * 4))::int - t.is_waiting::int AS messages, t.is_waiting
  FROM people p
 CROSS JOIN LATERAL (SELECT bench_seed.draw(p.n, 22) < 0.05 AS is_waiting) t
 CROSS JOIN (SELECT array_agg(id) AS ids FROM profiles WHERE role = 'admin') admins
 WHERE p.status <> 'Inactive' AND bench_seed.draw(p.n, 20) < 0.05;

INSERT INTO chat_conversations (user_id, id, admin_id, last_number, admin_unread_count, created_at, last_active_at)
SELECT user_id, id, admin_id, messages, is_waiting::int, joined, joined + (now() - joined) * bench_seed.draw(n, 23) FROM talks;

INSERT INTO chat_messages (user_id, id, conversation_id, number, sender_id, content, created_at)
SELECT t.user_id, uuidv7(m.at - now()), t.id, i, CASE WHEN i % 2 = 1 THEN t.user_id ELSE t.admin_id END,
       CASE WHEN i % 2 = 1 THEN 'When will request ' || i || ' be decided?' ELSE 'It is being looked at and will be decided today.' END, m.at
  FROM talks t CROSS JOIN LATERAL generate_series(1, t.messages) i
 CROSS JOIN LATERAL (SELECT t.joined + (now() - t.joined) * bench_seed.draw(t.n, 23) * i / t.messages AS at) m;
