import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { fillBooks } from '../../../tests/helpers/fill-books.ts'
import { addSettledFinding } from '../../../tests/helpers/planted-edits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await fillBooks(database)
  await addSettledFinding(database)
})
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

const fresh = { id: randomUUID() }
/** For each key, an existing row that is inserted again with only this key unchanged. */
const twice: Record<string, { table: string; where?: string; changes?: object }> = {
  accounts_pkey: { table: 'accounts' },
  idempotency_key_reused: { table: 'commands' },
  call_origins_pkey: { table: 'call_origins' },
  requests_pkey: { table: 'requests', changes: { number: 1e9, upload_id: null } },
  request_number_taken: { table: 'requests', changes: { ...fresh, upload_id: null } },
  upload_already_used: { table: 'requests', where: 'upload_id IS NOT NULL', changes: { ...fresh, number: 1e9 } },
  movements_pkey: { table: 'movements', where: "leg = 'adjustment_in'" },
  one_leg_per_request: { table: 'movements', where: "leg = 'buy'", changes: fresh },
  reversed_already: { table: 'movements', where: 'reverses_id IS NOT NULL', changes: fresh },
  lines_pkey: { table: 'lines', changes: fresh },
  referrals_pkey: { table: 'referrals', changes: { friend_id: randomUUID() } },
  friend_taken: { table: 'referrals', changes: fresh },
  maturing_pkey: { table: 'maturing' },
  totals_pkey: { table: 'totals' },
  rollup_pkey: { table: 'rollup' },
  entries_pkey: { table: 'entries', changes: fresh },
  decided_pkey: { table: 'decided' },
  daily_pkey: { table: 'daily' },
  daily_members_pkey: { table: 'daily_members' },
  daily_decided_pkey: { table: 'daily_decided' },
  daily_reports_pkey: { table: 'daily_reports' },
  daily_payouts_pkey: { table: 'daily_payouts' },
  policies_pkey: { table: 'policies' },
  decided_worth_pkey: { table: 'decided_worth' },
  approval_given_already: { table: 'approvals' },
  transfer_allocated_already: { table: 'allocations' },
  refund_hash_used: {
    table: 'allocations',
    where: 'refund_hash IS NOT NULL',
    changes: { transaction_hash: 'f'.repeat(64) },
  },
  payouts_pkey: { table: 'payouts' },
  payout_events_pkey: { table: 'payout_events' },
  payout_totals_pkey: { table: 'payout_totals' },
  automatic_approvals_pkey: { table: 'automatic_approvals' },
  reserved_amounts_pkey: { table: 'reserved_amounts', changes: { usdt_amount: 1 } },
  amount_reserved_already: { table: 'reserved_amounts', changes: { user_id: randomUUID() } },
  open_amount_taken: {
    table: 'requests',
    where: "usdt_tail IS NOT NULL AND status = 'pending'",
    changes: { ...fresh, number: 1e9, upload_id: null },
  },
  already_reversed: { table: 'reversals' },
  slip_requests_pkey: {
    table: 'slip_requests',
    where: 'answered_at IS NOT NULL',
    changes: { number: 5, former_upload_id: null },
  },
  slip_request_number: {
    table: 'slip_requests',
    where: 'answered_at IS NOT NULL',
    changes: { ...fresh, former_upload_id: null },
  },
  former_slip_once: { table: 'slip_requests', where: 'former_upload_id IS NOT NULL', changes: { ...fresh, number: 5 } },
  slip_asked_already: { table: 'slip_requests', where: 'answered_at IS NULL', changes: { ...fresh, number: 5 } },
  findings_pkey: { table: 'findings' },
  one_open_finding: { table: 'findings', changes: fresh },
  verifications_pkey: { table: 'verifications' },
  debts_pkey: { table: 'debts' },
  one_debt_per_reversal: { table: 'debts', changes: fresh },
  used_proofs_pkey: { table: 'used_proofs' },
  treasury_totals_pkey: { table: 'treasury_totals' },
  payout_sources_pkey: { table: 'payout_sources' },
  reuse_reasons_pkey: { table: 'reuse_reasons' },
  proposed_changes_pkey: { table: 'proposed_changes' },
  proposed_already: { table: 'proposed_changes', changes: fresh },
}

test.each(Object.keys(twice))('the unique key %s prevents a second row', async (constraint) => {
  const { table, where = 'true', changes = {} } = twice[constraint] ?? { table: '' }
  const insertion = `INSERT INTO ledger.${table}
    SELECT (jsonb_populate_record(r, $1::jsonb)).* FROM ledger.${table} r WHERE ${where} ORDER BY r LIMIT 1`
  await expect(database.owner.query(insertion, [JSON.stringify(changes)])).rejects.toMatchObject({
    code: '23505',
    constraint,
  })
})

test('every unique key is tested here', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indisunique AND c.relnamespace = 'ledger'::regnamespace`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(twice).toSorted())
})
