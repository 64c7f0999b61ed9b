import type pg from 'pg'
import { requestKinds } from '../contract/endpoints/requests.ts'

const [, , transfer] = requestKinds
const packageCoins = 10_000
/**
 * A filter for rejected withdrawals or pending buys matches only these few requests, which lie behind nearly all
 * others.
 */
const rareRequests = 5
/** Of ten requests, eight are approved buys, one is an approved withdrawal, and one is a cancelled transfer. */
const transactionShare = 0.9

export interface History {
  userId: string
  /** The other member receives the transfers. The administrator decides and answers messages. */
  otherId: string
  adminId: string
  transactions: number
  messages: number
}

/**
 * Gives a member a history of one year: requests of every kind with all their ledger rows, and a conversation. It
 * writes them with a few large statements, because the calls themselves would take minutes. The books are sound.
 */
export async function writeHistory(owner: pg.Client, history: History): Promise<void> {
  const { userId, otherId, adminId, messages } = history
  const requests = Math.round(history.transactions / transactionShare)
  await owner.query('BEGIN')
  await owner.query('UPDATE profiles SET first_purchase_done = true WHERE id = $1', [userId])
  await owner.query(dealsSql, [requests, rareRequests])
  await owner.query(requestsSql, [userId, otherId, adminId])
  await owner.query(payoutsSql, [userId])
  await owner.query('SELECT ledger.rebuild_treasury()')
  // The decisions are from before members had notices.
  await owner.query('UPDATE notice_start SET since = now()')
  await owner.query(stepsSql)
  await owner.query(movementsSql, [userId])
  await owner.query(linesSql, [userId])
  await owner.query(accountSql, [userId])
  await owner.query(commandsSql, [userId, adminId])
  await owner.query('DROP TABLE deals, steps')
  await owner.query(conversationSql, [userId, adminId, messages])
  await owner.query('COMMIT')
}

/** One row is one request. The dates are spread evenly over a year. */
const dealsSql = `
  CREATE TEMP TABLE deals AS
  SELECT n, uuidv7(age) AS id, now() + age AS at, 1000.0 AS coins, what.kind, what.status
    FROM generate_series(1, $1::int) n
   CROSS JOIN LATERAL (SELECT (n - $1 - 1) * interval '365 days' / $1 AS age) a
   CROSS JOIN LATERAL (SELECT * FROM (VALUES
     (n > 20 AND n <= 20 + $2::int, 'withdrawal', 'rejected'), (n > 30 AND n <= 30 + $2::int, 'buy', 'pending'),
     (n % 10 < 8 OR n <= 20, 'buy', 'approved'), (n % 10 = 8, 'withdrawal', 'approved'), (true, '${transfer}', 'cancelled')
   ) v (applies, kind, status) WHERE applies LIMIT 1) what`

const requestsSql = `
  INSERT INTO ledger.requests (user_id, id, kind, status, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, bonus_coins,
                               wallet_address, recipient_id, decided_by, decided_at, admin_notes, created_at, updated_at)
  SELECT $1, id, kind, status, coins, 0.01, 10, CASE WHEN kind <> '${transfer}' THEN 1 END, CASE WHEN kind <> '${transfer}' THEN 10 END,
         CASE kind WHEN 'buy' THEN 0 END, CASE kind WHEN 'withdrawal' THEN 'T-wallet' END,
         CASE kind WHEN '${transfer}' THEN $2::uuid END, CASE WHEN status IN ('approved', 'rejected') THEN $3::uuid END,
         CASE WHEN status <> 'pending' THEN at END, CASE status WHEN 'rejected' THEN 'Not received' END, at, at
    FROM deals`

/** The withdrawals are from before payouts were recorded. */
const payoutsSql = `
  WITH opened AS (
    INSERT INTO ledger.payouts (user_id, request_id, state, wallet_address, usdt_amount, since)
    SELECT $1, id, 'untracked', 'T-wallet', 10, at FROM deals WHERE kind = 'withdrawal' AND status = 'approved' RETURNING usdt_amount)
  UPDATE ledger.payout_totals t SET payouts = t.payouts + n.payouts, usdt_amount = t.usdt_amount + n.usdt
    FROM (SELECT count(*) AS payouts, coalesce(sum(usdt_amount), 0) AS usdt FROM opened) n WHERE t.state = 'untracked'`

/** The balance changes of each request. A buy has one. The other kinds first move the coins to the locked balance. */
const stepsSql = `
  CREATE TEMP TABLE steps AS
  SELECT d.n, d.id AS request_id, d.at, d.coins, s.leg, s.type, s.available, s.locked,
         uuidv7(d.at - now()) AS movement_id, row_number() OVER (ORDER BY d.n, s.place) AS version
    FROM deals d JOIN (VALUES
      ('buy', 'approved', 1, 'buy', 'BUY', 1, 0),
      ('withdrawal', 'approved', 1, 'hold', NULL, -1, 1), ('withdrawal', 'approved', 2, 'withdrawal', 'WITHDRAWAL', 0, -1),
      ('withdrawal', 'rejected', 1, 'hold', NULL, -1, 1), ('withdrawal', 'rejected', 2, 'release', NULL, 1, -1),
      ('${transfer}', 'cancelled', 1, 'hold', NULL, -1, 1), ('${transfer}', 'cancelled', 2, 'release', NULL, 1, -1)
    ) s (kind, status, place, leg, type, available, locked) USING (kind, status)`

const movementsSql = `
  INSERT INTO ledger.movements (user_id, id, request_id, leg, debit_id, credit_id, amount, rate, created_at)
  SELECT $1, movement_id, request_id, leg, CASE WHEN leg <> 'buy' THEN $1::uuid END, CASE WHEN leg <> 'withdrawal' THEN $1::uuid END,
         coins, 0.01, at
    FROM steps`

const linesSql = `
  INSERT INTO ledger.lines (user_id, version, movement_user_id, movement_id, type, available_delta, locked_delta,
                            available_after, locked_after, rate, created_at)
  SELECT $1, version, $1, movement_id, type, available * coins, locked * coins, sum(available * coins) OVER w,
         sum(locked * coins) OVER w, 0.01, at
    FROM steps WINDOW w AS (ORDER BY version)`

const accountSql = `
  UPDATE ledger.accounts a
     SET available = s.available, locked = s.locked, version = s.version, invested_usd = s.invested, outgoing_usd = s.outgoing
    FROM (SELECT sum(available * coins) AS available, sum(locked * coins) AS locked, max(version) AS version,
                 10 * count(*) FILTER (WHERE leg = 'buy') AS invested, 10 * count(*) FILTER (WHERE leg = 'withdrawal') AS outgoing
            FROM steps) s
   WHERE a.user_id = $1`

const commandsSql = `
  INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, usd)
  SELECT $1::uuid, gen_random_uuid(), ''::bytea, 'submit', kind, $1::uuid, id, coins, 0, 0 FROM deals
  UNION ALL
  SELECT CASE status WHEN 'cancelled' THEN $1::uuid ELSE $2::uuid END, gen_random_uuid(), '',
         CASE status WHEN 'approved' THEN 'approve' WHEN 'rejected' THEN 'reject' ELSE 'cancel' END, kind, $1, id, coins, 0, 10
    FROM deals WHERE status <> 'pending'`

const conversationSql = `
  WITH conversation AS (
    INSERT INTO chat_conversations (user_id, admin_id, last_number, user_unread_count)
    VALUES ($1::uuid, $2::uuid, $3::int, least($3::int, 7)) RETURNING id)
  INSERT INTO chat_messages (user_id, conversation_id, number, sender_id, content)
  SELECT $1::uuid, id, n, CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, 'Message ' || n
    FROM conversation CROSS JOIN generate_series(1, $3::int) n`

/** Adds friends of a member. Most have only signed up, and the packages of the first few are pending. */
export async function addFriends(owner: pg.Client, userId: string, count: number): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `WITH added AS (
       INSERT INTO profiles (status, full_name, email, member_id, referral_code, referred_by_id)
       SELECT 'Active', 'Friend ' || n, 'friend' || n || '.' || $1::text || '@example.org', 'F' || n || '-' || $1::text, 'R' || n || '-' || $1::text, $1::uuid
         FROM generate_series(1, $2::int) n RETURNING id)
     SELECT id FROM added`,
    [userId, count],
  )
  const friends = rows.map(({ id }) => id)
  await owner.query(
    `SELECT ledger.submit(f, gen_random_uuid(), 'buy', ${packageCoins}, k.id, NULL, NULL, 1)
       FROM unnest($1::uuid[]) f CROSS JOIN packages k WHERE k.min_coin_purchase = ${packageCoins} AND k.deleted_at IS NULL`,
    [friends.slice(0, rareRequests)],
  )
}
