import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectSoundBooks } from '../../../tests/helpers/ledger.ts'
import { migrate } from './migrate.ts'

const migrations = join(import.meta.dirname, '../../schema/migrations')

let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'et-upgrade-'))
  database = await createTestDatabase({ isEmpty: true })
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** Creates the tables as they were after the migration with this number. */
async function migrateTo(number: string): Promise<void> {
  for (const name of readdirSync(migrations).filter((file) => file.slice(0, 4) <= number))
    cpSync(join(migrations, name), join(folder, name))
  await migrate(database.ownerUrl, { migrations: folder, repeatables: [] })
}

const personIds = {
  admin: '00000000-0000-7000-8000-000000000001',
  ruth: '00000000-0000-7000-8000-000000000002',
  awarded: '00000000-0000-7000-8000-000000000003',
  pending: '00000000-0000-7000-8000-000000000004',
  registered: '00000000-0000-7000-8000-000000000005',
  unconfirmed: '00000000-0000-7000-8000-000000000006',
}
const { admin, ruth, awarded, pending, unconfirmed } = personIds
const packageId = '00000000-0000-7000-8000-0000000000a1'
const requestId = '00000000-0000-7000-8000-0000000000b1'
const [bought, earned] = ['00000000-0000-7000-8000-0000000000c1', '00000000-0000-7000-8000-0000000000c2']
const conversationId = '00000000-0000-7000-8000-0000000000d1'

/** Ruth referred four friends. One bought a package and earned her a reward, one waits for a decision. */
const rowsOfVersion10 = `
  INSERT INTO profiles (id, role, status, full_name, email) VALUES ('${admin}', 'admin', 'Active', 'Admin', 'admin@example.org');
  INSERT INTO packages (id, package_name, min_coin_purchase, withdrawal_time) VALUES ('${packageId}', 'Gold of old', 10000, '24 hours');
  INSERT INTO profiles (id, status, full_name, email, member_id, referral_code, referred_by_id, first_purchase_done)
  SELECT id::uuid, CASE name WHEN 'unconfirmed' THEN 'Inactive' ELSE 'Active' END, name, name || '@example.org', upper(name), upper(name),
         CASE WHEN name <> 'ruth' THEN '${ruth}'::uuid END, name = 'awarded'
    FROM json_each_text('${JSON.stringify(personIds)}') p (name, id) WHERE name <> 'admin';
  INSERT INTO credentials (user_id, password_hash, email_confirmed_at)
  SELECT id, 'x', CASE WHEN id <> '${unconfirmed}' THEN now() END FROM profiles;
  INSERT INTO ledger.accounts (user_id, available, version, invested_usd)
  SELECT id, CASE id WHEN '${awarded}' THEN 10000 WHEN '${ruth}' THEN 2000 ELSE 0 END, (id IN ('${awarded}', '${ruth}'))::int,
         CASE id WHEN '${awarded}' THEN 100 ELSE 0 END
    FROM profiles WHERE role = 'user';
  INSERT INTO ledger.requests (user_id, id, kind, status, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, package_id, bonus_coins, decided_by, decided_at)
  VALUES ('${awarded}', '${requestId}', 'buy', 'approved', 10000, 0.01, 100, 1, 100, '${packageId}', 0, '${admin}', now()),
         ('${pending}', uuidv7(), 'buy', 'pending', 10000, 0.01, 100, 1, 100, '${packageId}', 0, NULL, NULL),
         ('${pending}', uuidv7(), 'buy', 'rejected', 50000, 0.01, 500, 1, 500, '${packageId}', 0, '${admin}', now());
  INSERT INTO ledger.movements (user_id, id, request_id, leg, credit_id, amount, rate)
  VALUES ('${awarded}', '${bought}', '${requestId}', 'buy', '${awarded}', 10000, 0.01),
         ('${awarded}', '${earned}', '${requestId}', 'referral', '${ruth}', 2000, 0.01);
  INSERT INTO ledger.lines (user_id, version, movement_user_id, movement_id, type, available_delta, locked_delta, available_after, locked_after, rate)
  VALUES ('${awarded}', 1, '${awarded}', '${bought}', 'BUY', 10000, 0, 10000, 0, 0.01),
         ('${ruth}', 1, '${awarded}', '${earned}', 'REFERRAL_BONUS', 2000, 0, 2000, 0, 0.01);
  INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, reward_coins, usd)
  VALUES ('${admin}', gen_random_uuid(), '', 'approve', 'buy', '${awarded}', '${requestId}', 10000, 2000, 100);
  INSERT INTO chat_conversations (user_id, id, last_number, admin_unread_count, created_at)
  VALUES ('${ruth}', '${conversationId}', 2, 2, now() - interval '9 days'),
         ('${awarded}', gen_random_uuid(), 0, 0, now() - interval '5 days');
  INSERT INTO chat_messages (user_id, conversation_id, number, sender_id, content, created_at)
  SELECT '${ruth}', '${conversationId}', n, '${ruth}', 'Hello', now() - (3 - n) * interval '1 day' FROM generate_series(1, 2) n`

test('what members had before they had referrals, quotes and a chat is all there after the upgrade', async () => {
  await migrateTo('0010')
  const { owner } = database
  await owner.query(rowsOfVersion10)
  expect(await migrate(database.ownerUrl)).toContain('0011_chat.sql')
  await expectSoundBooks(database)

  const { rows: friends } = await owner.query(
    `SELECT f.full_name, r.status, r.reward_coins FROM referrals r JOIN profiles f ON f.id = r.referred_id WHERE r.user_id = $1 ORDER BY r.id`,
    [ruth],
  )
  // A friend is listed only after confirming the address, so the fourth one is missing.
  expect(friends).toEqual([
    { full_name: 'awarded', status: 'Bonus Awarded', reward_coins: '2000' },
    { full_name: 'pending', status: 'First Purchase Pending', reward_coins: '2000' },
    { full_name: 'registered', status: 'Registered', reward_coins: null },
  ])
  const { rows: inbox } = await owner.query(
    `SELECT user_id, extract(epoch FROM now() - last_active_at)::int / 86400 AS days FROM chat_conversations ORDER BY last_active_at DESC`,
  )
  expect(inbox).toEqual([
    { user_id: ruth, days: 1 },
    { user_id: awarded, days: 5 },
  ])
  const { rows: terms } = await owner.query(
    'SELECT DISTINCT usdt_rate_is_fallback, transaction_hash FROM ledger.requests',
  )
  expect(terms).toEqual([{ usdt_rate_is_fallback: false, transaction_hash: null }])
})

/** The function as it was before migration 18, when it filled no lists. */
const rollUpOfVersion17 = `
  CREATE OR REPLACE FUNCTION ledger.roll_up() RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
    INSERT INTO ledger.totals (operation, kind, calls, coins, bonus_coins, reward_coins, usd)
    SELECT operation, kind, count(*), sum(coins), sum(bonus_coins), sum(reward_coins), sum(usd) FROM ledger.commands GROUP BY 1, 2;
    UPDATE ledger.rollup SET watermark = pg_snapshot_xmin(pg_current_snapshot())
  $$`

test('no list lacks what an instance of the earlier version rolls up during the upgrade', async () => {
  await migrateTo('0010')
  const { owner } = database
  await owner.query(rowsOfVersion10)
  await owner.query(rollUpOfVersion17)
  await migrateTo('0018')
  await owner.query(`
    UPDATE ledger.requests SET status = 'rejected', decided_by = '${admin}', decided_at = now() WHERE status = 'pending';
    UPDATE ledger.referrals SET status = 'Registered', base_coins = NULL WHERE friend_id = '${pending}';
    INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, usd)
    SELECT '${admin}', gen_random_uuid(), '', 'reject', kind, user_id, id, amount_coins, amount_usd
      FROM ledger.requests WHERE user_id = '${pending}' AND amount_coins = 10000`)
  await owner.query('SELECT ledger.roll_up()')
  await migrate(database.ownerUrl)
  await expectSoundBooks(database)
  const { rows } = await owner.query(
    'SELECT count(*)::int AS decided FROM (SELECT FROM ledger.decided UNION ALL SELECT FROM ledger.fresh_decided()) d',
  )
  expect(rows).toEqual([{ decided: 3 }])
})
