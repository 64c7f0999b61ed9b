import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withConnection } from '../../platform/db/connect.ts'
import { onDatabase } from '../../../tests/helpers/database-cluster.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { fillBooks } from '../../../tests/helpers/fill-books.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await fillBooks(database)
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

/** Pairs of a rule of ledger.violations and a change of the books that the rule must report. */
const plants: [rule: string, statement: string][] = [
  ['balance differs from its lines', 'UPDATE ledger.accounts SET available = available + 1'],
  ['balance differs from its postings', 'UPDATE ledger.accounts SET locked = locked + 1'],
  ['waiting coins exceed the balance', 'UPDATE ledger.maturing SET coins = coins + 1000000'],
  ['waiting coins differ from their credit', 'UPDATE ledger.maturing SET coins = coins + 1'],
  ['waiting coins differ from their credit', `UPDATE ledger.maturing SET movement_id = '${randomUUID()}'`],
  ['waiting coins differ from their credit', 'UPDATE ledger.accounts SET last_matures_at = NULL'],
  ['line breaks the chain', 'UPDATE ledger.lines SET available_after = available_after + 5 WHERE version = 1'],
  ['balance differs from its lines', 'DELETE FROM ledger.lines WHERE version = 1'],
  ['lines differ from the movement', 'UPDATE ledger.lines SET available_delta = 1 WHERE version = 1'],
  ['lines differ from the movement', `UPDATE ledger.lines SET movement_id = '${randomUUID()}' WHERE version = 1`],
  ['USD sums differ from the requests', 'UPDATE ledger.accounts SET invested_usd = invested_usd + 0.01'],
  ['USD sums differ from the requests', 'UPDATE ledger.accounts SET incoming_usd = incoming_usd + 0.01'],
  [
    'locked differs from pending requests',
    "UPDATE ledger.requests SET status = 'rejected', admin_notes = 'No' WHERE kind = 'withdrawal'",
  ],
  ['legs differ from the decision', "UPDATE ledger.requests SET status = 'cancelled' WHERE kind = 'buy'"],
  ['legs differ from the decision', "UPDATE ledger.requests SET amount_coins = 9000 WHERE kind = 'buy'"],
  ['legs differ from the decision', "UPDATE ledger.requests SET kind = 'unknown' WHERE kind = 'withdrawal'"],
  ['legs differ from the decision', "UPDATE ledger.movements SET leg = 'hold' WHERE leg = 'bonus'"],
  ['legs differ from the decision', "DELETE FROM ledger.movements WHERE leg = 'hold'"],
  ['legs differ from the decision', "DELETE FROM ledger.movements WHERE leg = 'release'"],
  ['legs differ from the decision', "DELETE FROM ledger.movements WHERE leg = 'bonus'"],
  ['legs differ from the decision', "UPDATE ledger.movements SET amount = amount + 1 WHERE leg = 'release'"],
  ['legs differ from the decision', "UPDATE ledger.movements SET amount = amount - 1 WHERE leg = 'transfer'"],
  ['lines differ from the movement', "UPDATE ledger.movements SET leg = 'unknown' WHERE leg = 'release'"],
  ['lines differ from the movement', 'UPDATE ledger.lines SET locked_delta = locked_delta + 1 WHERE type IS NULL'],
  ['lines differ from the movement', "DELETE FROM ledger.movements WHERE leg = 'adjustment_in'"],
  ['lines differ from the movement', "DELETE FROM ledger.lines WHERE type = 'TRANSFER_IN'"],
  // A second line of a movement agrees with it, and with the balance. Only the postings show that the coins are there twice.
  [
    'balance differs from its postings',
    `UPDATE ledger.accounts a SET available = a.available + l.available_delta, version = a.version + 1
       FROM ledger.lines l WHERE l.user_id = a.user_id AND l.version = 1;
     INSERT INTO ledger.lines
     SELECT (jsonb_populate_record(l, jsonb_build_object('id', uuidv7(), 'version', a.version, 'available_after', a.available, 'locked_after', a.locked))).*
       FROM ledger.lines l JOIN ledger.accounts a ON a.user_id = l.user_id WHERE l.version = 1`,
  ],
  ['received differs from the transfers', 'DELETE FROM ledger.allocations'],
  ['received differs from the transfers', 'UPDATE chain_transfers SET units = units + 1'],
  ['received differs from the transfers', 'UPDATE ledger.requests SET received_units = NULL, credited_coins = NULL'],
  ['credit differs from the payment', 'UPDATE ledger.requests SET credited_coins = credited_coins + 0.0001'],
  ['credit differs from the payment', 'UPDATE ledger.requests SET credited_usd = credited_usd - 0.01'],
  ['referral differs from the purchases', 'DELETE FROM ledger.referrals'],
  ['referral differs from the purchases', 'UPDATE ledger.referrals SET reward_coins = reward_coins + 1'],
  ['referral differs from the purchases', 'UPDATE ledger.referrals SET base_coins = base_coins + 1'],
  [
    'referral differs from the purchases',
    "UPDATE ledger.requests SET status = 'rejected', admin_notes = 'No' WHERE status = 'pending'",
  ],
  ['referral differs from the purchases', 'UPDATE profiles SET first_purchase_done = false'],
  ['coins are not conserved', "UPDATE ledger.movements SET amount = amount + 1 WHERE leg = 'buy'"],
  [
    'totals differ from the journal',
    "UPDATE ledger.commands SET coins = coins + 1 WHERE (operation, kind) = ('approve', 'buy')",
  ],
  [
    'totals differ from the journal',
    "UPDATE ledger.totals SET coins = coins + 1 WHERE (operation, kind) = ('approve', 'buy')",
  ],
  // These two break each half of the rule alone. No other rule checks the locked coins after a line that is no
  // transaction.
  ['line breaks the chain', 'UPDATE ledger.lines SET locked_after = locked_after + 5 WHERE type IS NULL'],
  ['USDT differs from the rate', "UPDATE ledger.requests SET usdt_amount = usdt_amount + 0.0001 WHERE kind = 'buy'"],
  ['USDT differs from the rate', "UPDATE ledger.requests SET usdt_rate = 0.99 WHERE kind = 'withdrawal'"],
  ['payout differs from its withdrawal', 'DELETE FROM ledger.payout_events; DELETE FROM ledger.payouts'],
  ['payout differs from its withdrawal', "UPDATE ledger.payouts SET wallet_address = 'T'"],
  ['payout differs from the chain', "UPDATE ledger.payouts SET state = 'confirmed', hash = repeat('a', 64)"],
  ['payout totals differ from the payouts', 'UPDATE ledger.payout_totals SET payouts = payouts + 1'],
  ['payment used again without a reason', 'DELETE FROM ledger.reuse_reasons'],
  ['payment used again without a reason', 'DELETE FROM ledger.used_proofs'],
  ['payment used again without a reason', 'UPDATE ledger.reuse_reasons SET administrator_id = user_id'],
  ['used payment of no approved buy', 'UPDATE ledger.used_proofs SET digest = sha256(digest)'],
  [
    'used payment of no approved buy',
    `UPDATE ledger.used_proofs SET request_id = (SELECT id FROM ledger.requests WHERE kind = 'buy' AND status = 'pending' ORDER BY id LIMIT 1)`,
  ],
  ['approval without a person differs from its record', 'DELETE FROM ledger.automatic_approvals'],
  [
    'approval without a person differs from its record',
    'UPDATE ledger.automatic_approvals SET worth_usd = limit_usd + 1',
  ],
  [
    'approval without a person differs from its record',
    "UPDATE ledger.requests SET decided_by = NULL WHERE kind = 'buy' AND status = 'approved'",
  ],
  [
    'open amounts with a tail are equal',
    `DROP INDEX ledger.open_amount_taken;
     UPDATE ledger.requests SET usdt_tail = 0.0001, amount_since = now(), status = 'pending', decided_by = NULL, decided_at = NULL,
            usdt_amount = (SELECT min(usdt_amount) FROM ledger.requests WHERE kind = 'buy')
      WHERE kind = 'buy'`,
  ],
  ['slip differs from its questions', 'UPDATE ledger.requests SET slip_revision = 2 WHERE slip_revision = 1'],
  ['slip differs from its questions', 'UPDATE ledger.requests SET slip_asked_at = NULL'],
  ['slip differs from its questions', 'DELETE FROM ledger.slip_requests'],
  ['notices differ from the events', "DELETE FROM notices WHERE kind = 'slip_asked'"],
  ['treasury differs from the requests', 'UPDATE ledger.treasury_totals SET count = count + 1'],
  ['treasury differs from the requests', 'UPDATE ledger.treasury_totals SET over_units = over_units + 1'],
  ['treasury differs from the requests', "DELETE FROM ledger.treasury_totals WHERE kind = 'withdrawal'"],
  ['transfers differ from their totals', 'UPDATE chain_totals SET units = units + 1'],
  ['transfers differ from their totals', 'UPDATE chain_totals SET moved_units = moved_units + 1'],
  ['free transfers differ from the uses', 'DELETE FROM free_transfers'],
  [
    'free transfers differ from the uses',
    'INSERT INTO free_transfers SELECT transaction_hash, log_index, now() FROM ledger.allocations',
  ],
  ['payouts differ from their sources', 'UPDATE ledger.payout_sources SET units = units + 1'],
  ['reversal differs from the request', 'DELETE FROM ledger.reversals'],
  ['reversal differs from the request', "UPDATE ledger.movements SET amount = amount - 1 WHERE leg = 'reverse_bonus'"],
  [
    'reversal differs from the request',
    "UPDATE ledger.movements SET debit_id = user_id WHERE leg = 'reverse_referral'",
  ],
  [
    'reversal of a request that is not approved',
    "UPDATE ledger.requests SET status = 'rejected', admin_notes = 'No' WHERE kind = 'transfer'",
  ],
  ['debt differs from its movements', 'UPDATE ledger.debts SET remaining = remaining - 1 WHERE remaining > 0'],
  ['debt differs from its movements', 'UPDATE ledger.debts SET coins = coins + 1'],
  ['debt beside coins that could repay it', 'UPDATE ledger.accounts SET available = available + 1'],
  [
    'debt was repaid before an older one',
    'UPDATE ledger.debts SET remaining = 0 WHERE (user_id, id) IN (SELECT user_id, max(id::text)::uuid FROM ledger.debts GROUP BY 1 HAVING count(*) > 1)',
  ],
  [
    'reward was paid twice',
    "INSERT INTO ledger.movements SELECT (jsonb_populate_record(m, jsonb_build_object('id', uuidv7(), 'request_id', uuidv7()))).* FROM ledger.movements m WHERE leg = 'referral'",
  ],
  ['payout differs from its withdrawal', "UPDATE ledger.payouts SET state = 'to_pay' WHERE state = 'cancelled'"],
  ['notices differ from the events', "DELETE FROM notices WHERE kind = 'reward_reversed'"],
  ['notices differ from the events', "DELETE FROM notices WHERE kind = 'debt_repaid'"],
  ['entries differ from the lines', 'UPDATE ledger.entries SET amount = amount + 1'],
  ['entries differ from the lines', 'DELETE FROM ledger.entries WHERE version = 1'],
  ['days differ from the lines', 'UPDATE ledger.daily SET count = count + 1'],
  ['days differ from the lines', 'DELETE FROM ledger.daily'],
  ['days of reports differ from the lines', 'UPDATE ledger.daily_reports SET coins = coins + 1'],
  ['days of reports differ from the lines', 'UPDATE ledger.daily_reports SET usd = usd + 1'],
  ['days of reports differ from the lines', 'UPDATE ledger.daily_reports SET package_id = uuidv7()'],
  ['days of reports differ from the lines', 'DELETE FROM ledger.daily_reports'],
  ['days of payouts differ from the payouts', "INSERT INTO ledger.daily_payouts VALUES ('2026-01-01', 1, 1)"],
  ['decided requests differ from the requests', 'UPDATE ledger.decided SET amount_coins = amount_coins + 1'],
  ['decided requests differ from the requests', "DELETE FROM ledger.decided WHERE status = 'rejected'"],
  ['days of requests differ from the requests', 'UPDATE ledger.daily_decided SET count = count + 1'],
  ['days of requests differ from the requests', 'DELETE FROM ledger.daily_decided'],
  ['days of members differ from the commands', 'UPDATE ledger.daily_members SET count = count + 1'],
  ['days of members differ from the commands', 'DELETE FROM ledger.daily_members'],
  ['notices differ from the events', "DELETE FROM notices WHERE kind = 'request_rejected'"],
  ['notices differ from the events', "UPDATE notices SET source_id = uuidv7() WHERE kind = 'balance_corrected'"],
  ['notices differ from the events', "UPDATE notices SET owner_id = user_id WHERE kind = 'coins_received'"],
  ['notices differ from the events', "UPDATE notices SET kind = 'coins_received' WHERE kind = 'reward_received'"],
  ['notices are not numbered without gaps', 'UPDATE notice_boxes SET last_number = last_number + 1'],
  ['notices are not numbered without gaps', 'UPDATE notices SET number = -number'],
  ['notices are not numbered without gaps', 'DELETE FROM notice_boxes'],
]

describe('the verifier finds changes by a superuser who switched the triggers off', () => {
  test.each(plants)('%s: %s', async (rule, statement) => {
    const url = onDatabase(inject('cluster').adminUrl, new URL(database.ownerUrl).pathname.slice(1))
    const rules = await withConnection(url, async (client) => {
      await client.query('BEGIN')
      await client.query('SET LOCAL session_replication_role = replica')
      await client.query(
        'ALTER TABLE ledger.requests DROP CONSTRAINT request_well_formed, DROP CONSTRAINT request_kind_known, DROP CONSTRAINT request_credit_well_formed',
      )
      await client.query('ALTER TABLE ledger.movements DROP CONSTRAINT movement_well_formed')
      if (statement.includes('commands')) {
        await client.query(`DELETE FROM ledger.totals; UPDATE ledger.rollup SET watermark = '0'`)
      }
      await client.query(statement)
      const { rows } = await client.query<{ rule: string }>('SELECT DISTINCT rule FROM ledger.violations')
      await client.query('ROLLBACK')
      return rows.map((row) => row.rule)
    })
    expect(rules).toContain(rule)
  })

  test('every rule of the verifier has a test with a change that it reports', async () => {
    const { rows } = await database.owner.query<{ source: string }>(
      "SELECT pg_get_viewdef('ledger.violations'::regclass) AS source",
    )
    const rules = [...(rows[0]?.source ?? '').matchAll(/SELECT '([^']+)'::text/g)].map(([, rule]) => rule)
    expect(rules.length).toBe(42)
    expect(new Set(plants.map(([rule]) => rule))).toEqual(new Set(rules))
  })

  test('the parts of a run find together what the view has, each of them something, and leave the tables of others alone', async () => {
    const url = onDatabase(inject('cluster').adminUrl, new URL(database.ownerUrl).pathname.slice(1))
    await withConnection(url, async (client) => {
      await client.query('BEGIN; SET LOCAL session_replication_role = replica')
      await client.query(
        `UPDATE ledger.accounts SET available = available + 1, invested_usd = invested_usd + 0.01;
         UPDATE ledger.lines SET available_after = available_after + 1, movement_id = gen_random_uuid() WHERE version = 1;
         DELETE FROM ledger.movements WHERE leg = 'hold'; DELETE FROM ledger.entries; UPDATE ledger.daily SET count = count + 1;
         UPDATE ledger.decided SET amount_coins = amount_coins + 1; DELETE FROM notices`,
      )
      const list = async (source: string) =>
        (
          await client.query<{ part: number }>(
            `SELECT ledger.rule_part(rule) AS part, * FROM ${source} ORDER BY 1, 2, 3, 4`,
          )
        ).rows
      const found = await list('ledger.find_violations()')
      expect(found).toEqual(await list('ledger.violations'))
      expect([...new Set(found.map(({ part }) => part))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
        'EXPLAIN SELECT * FROM ledger.violations v WHERE ledger.rule_part(v.rule) = 8',
      )
      const scans = plan
        .map((row) => row['QUERY PLAN'])
        .filter((line) => /Scan .*on (notices|entries|decided)/.test(line))
      expect(scans.length).toBeGreaterThan(0)
      expect(scans.filter((line) => !line.includes('notices'))).toEqual([])
      await client.query('ROLLBACK')
    })
  })
})
