import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'

const notAllowed = '42501'
const stopped = 'stopped by a trigger'
const listTables = ['entries', 'decided', 'daily', 'daily_members', 'daily_decided', 'daily_reports', 'daily_payouts']
const moneyTables = [
  'accounts',
  'commands',
  'requests',
  'movements',
  'lines',
  'referrals',
  'maturing',
  'totals',
  'rollup',
  ...listTables,
]

let database: TestDatabase
let userId: string

beforeAll(async () => {
  database = await createTestDatabase()
  const [admin, referrer] = [await createAdmin(database.ownerDb), await createMember(database.ownerDb)]
  const options = { referredById: referrer.id }
  const [member, friend] = [
    await createMember(database.ownerDb, options),
    await createMember(database.ownerDb, options),
  ]
  userId = member.id
  const pack = await createPackage(database)
  await decide(database, admin.id, userId, await submitPackage(database, userId, pack))
  await submitPackage(database, friend.id, pack)
  await submit(database, userId, 'withdrawal', 1000)
  await database.owner.query('SELECT ledger.roll_up()')
  await database.owner.query(`INSERT INTO audit_events (actor_id, action) VALUES ('${admin.id}', 'test')`)
  await database.owner.query(`UPDATE settings SET deposit_address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'`)
  const values = `VALUES ('${userId}', 'success', '192.0.2.1', 'test')`
  await database.owner.query(`INSERT INTO login_history (user_id, status, ip_address, user_agent) ${values}`)
  await database.owner.query(`INSERT INTO wallet_changes (user_id, old_address) VALUES ('${userId}', 'before')`)
})
afterAll(() => database.drop())

/** Runs a statement in a transaction, undoes it, and returns the SQLSTATE of the refusal. */
async function refusalState(pool: pg.Pool, statement: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(statement)
    return 'done'
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    // The triggers answer with the same state as a missing right, and so could hide a right that is not missing.
    return code === notAllowed && !/^(permission denied|must be owner)/.test(message) ? stopped : (code ?? message)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

describe('the application', () => {
  test.each(
    moneyTables.flatMap((table) => [
      `INSERT INTO ledger.${table} SELECT * FROM ledger.${table} LIMIT 1`,
      `UPDATE ledger.${table} SET ${firstColumn(table)} = ${firstColumn(table)}`,
      `DELETE FROM ledger.${table}`,
      `TRUNCATE ledger.${table} CASCADE`,
      `SELECT 1 FROM ledger.${table} FOR UPDATE`,
    ]),
  )('must not %s', async (statement) => {
    expect(await refusalState(database.app, statement)).toBe(notAllowed)
  })
  test.each([
    ...[
      'role',
      'duty',
      'email',
      'member_id',
      'referral_code',
      'referred_by_id',
      'package_id',
      'first_purchase_done',
      'created_at',
    ].map((column) => `UPDATE profiles SET ${column} = ${column}`),
    ...['et_rate', 'deposit_address', 'operator_name', 'package_gain_max', 'revision'].map(
      (column) => `UPDATE settings SET ${column} = ${column}`,
    ),
    'INSERT INTO packages (package_name, withdrawal_time) VALUES ($$A$$, $$B$$)',
    'INSERT INTO profiles (full_name, email, member_id, referral_code, first_purchase_done) VALUES ($$A$$, $$a@b.c$$, $$A$$, $$A$$, true)',
    ...['role', 'duty'].map(
      (column) => `INSERT INTO profiles (full_name, email, ${column}) SELECT $$A$$, $$a@b.c$$, ${column} FROM profiles`,
    ),
    'INSERT INTO invitations SELECT * FROM invitations',
    ...['duty', 'expires_at', 'used_at', 'revoked_at'].map((column) => `UPDATE invitations SET ${column} = ${column}`),
    ...['packages', 'audit_events', 'login_history', 'uploads', 'chat_messages'].flatMap((table) => [
      `UPDATE ${table} SET id = id`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]),
    ...['created_at', 'id'].map(
      (column) => `INSERT INTO audit_events (action, ${column}) SELECT action, ${column} FROM audit_events`,
    ),
    ...['rate_changes', 'deposit_changes', 'wallet_changes'].flatMap((table) => [
      `INSERT INTO ${table} SELECT * FROM ${table}`,
      `UPDATE ${table} SET id = id`,
      `DELETE FROM ${table}`,
    ]),
    'DELETE FROM profiles',
    'DELETE FROM settings',
    'INSERT INTO schema_migrations (name, checksum) VALUES ($$x$$, $$x$$)',
    'CREATE TABLE ledger.mine (id int)',
    'CREATE TABLE mine (id int)',
    'CREATE OR REPLACE FUNCTION ledger.refuse(code text, detail text) RETURNS void LANGUAGE sql AS $$SELECT$$',
    'ALTER TABLE ledger.lines DISABLE TRIGGER ALL',
    'SET session_replication_role = replica',
    'SET ROLE et_owner',
  ])('must not %s', async (statement) => {
    expect(await refusalState(database.app, statement)).toBe(notAllowed)
  })
  test.each([
    `ledger.post('${randomUUID()}', '${randomUUID()}', '${randomUUID()}', 'BUY', 1, 0, 1)`,
    `ledger.release(NULL)`,
    `ledger.credit_buy(NULL)`,
    `ledger.pay_out(NULL)`,
    // These act for a person by id.
    `ledger.submit('${randomUUID()}', '${randomUUID()}', 'withdrawal', 1000, NULL, NULL, NULL, 1)`,
    `ledger.cancel('${randomUUID()}', '${randomUUID()}', '${randomUUID()}')`,
    `ledger.decide('${randomUUID()}', '${randomUUID()}', '${randomUUID()}', '${randomUUID()}', 'approved', NULL)`,
    `ledger.adjust('${randomUUID()}', '${randomUUID()}', '${randomUUID()}', 1, 'Gift', NULL)`,
    `ledger.set_settings('${randomUUID()}', NULL, 1, '{}', NULL)`,
    `ledger.set_package('${randomUUID()}', NULL, NULL, NULL, '{}', NULL)`,
    `set_duty('${randomUUID()}', NULL, '${randomUUID()}', 'owner', 'Because', NULL)`,
    `confirm_invitation('${randomUUID()}', '${randomUUID()}', NULL)`,
    'ledger.rebuild_totals()',
    `ledger.roll_up_range('0', '0')`,
  ])('must not call %s', async (call) => {
    expect(await refusalState(database.app, `SELECT ${call}`)).toBe(notAllowed)
  })
})

function firstColumn(table: string): string {
  if (table.startsWith('daily')) return 'day'
  return { totals: 'operation', rollup: 'watermark' }[table] ?? 'user_id'
}

test('the application changes the status of members, and not of administrators', async () => {
  const suspend = (role: string) => `UPDATE profiles SET status = 'Suspended' WHERE role = '${role}'`
  expect(await refusalState(database.app, suspend('admin'))).toBe(stopped)
  expect(await refusalState(database.app, suspend('user'))).toBe('done')
})

describe('the owner of the tables', () => {
  test.each([
    ...['requests', 'movements', 'lines', 'commands', 'accounts'].flatMap((table) => [
      `DELETE FROM ledger.${table}`,
      `TRUNCATE ledger.${table} CASCADE`,
    ]),
    ...['movements', 'lines', 'commands'].map((table) => `UPDATE ledger.${table} SET user_id = user_id`),
    'UPDATE ledger.requests SET amount_coins = 2000',
    "UPDATE ledger.requests SET wallet_address = 'mine' WHERE status = 'pending'",
    "UPDATE ledger.requests SET status = 'pending', decided_by = NULL, decided_at = NULL WHERE status = 'approved'",
    // A decision stays, even when only the decision would change.
    "UPDATE ledger.requests SET status = 'rejected', admin_notes = 'No' WHERE status = 'approved'",
    "UPDATE ledger.requests SET admin_notes = 'Paid twice' WHERE status = 'approved'",
    "UPDATE ledger.requests SET decided_at = now() WHERE status = 'approved'",
    ...['audit_events', 'login_history', 'deposit_changes', 'wallet_changes'].flatMap((table) => [
      `UPDATE ${table} SET id = id`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]),
    'TRUNCATE rate_changes',
  ])('is stopped at %s', async (statement) => {
    expect(await refusalState(database.owner, statement)).toBe(stopped)
  })
  test('cannot make a balance negative', async () => {
    const negative = '23514'
    expect(await refusalState(database.owner, 'UPDATE ledger.accounts SET available = -1')).toBe(negative)
    expect(await refusalState(database.owner, 'UPDATE ledger.accounts SET locked = -1')).toBe(negative)
  })
})

test('all of these attempts have changed no row', async () => {
  const { rows } = await database.owner.query('SELECT * FROM ledger.violations')
  expect(rows).toEqual([])
  expect(Object.keys(await readTableDigests(database.owner))).toContain('ledger.lines')
})

describe('functions', () => {
  type Fn = {
    name: string
    definer: boolean
    config: string[] | null
    language: string
    everyone: boolean
    app: boolean
  }
  const readFunctions = async (schema = 'ledger') =>
    (
      await database.owner.query<Fn>(
        `SELECT p.proname AS name, p.prosecdef AS definer, p.proconfig AS config, l.lanname AS language,
                has_function_privilege('et_app', p.oid, 'EXECUTE') AS app,
                EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
                         WHERE a.grantee = 0 AND a.privilege_type = 'EXECUTE') AS everyone
           FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = $1::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
        [schema],
      )
    ).rows

  test('that run with their owner’s rights look names up in a fixed path', async () => {
    const definers = (await readFunctions()).filter(({ definer }) => definer)
    expect(definers.length).toBeGreaterThan(4)
    for (const { name, config } of definers) {
      expect([name, config]).toEqual([name, ['search_path=ledger, public, pg_temp']])
    }
  })

  test('of the ledger are closed to other roles; the application may call the public ones and a few with its own rights', async () => {
    const all = await readFunctions()
    expect(all.filter(({ everyone }) => everyone)).toEqual([])
    const open = (isDefiner: boolean) =>
      all.filter(({ app, definer }) => app && definer === isDefiner).map(({ name }) => name)
    expect(open(true).toSorted()).toEqual([
      'adjust_balance',
      'approve_by_policy',
      'ask_for_slip',
      'begin_verification',
      'cancel_request',
      'change_policy',
      'change_settings',
      'decide_change',
      'decide_request',
      'delete_package',
      'expire_buy',
      'fail_payout',
      'lift_stop',
      'make_decision',
      'make_request',
      'match_payouts',
      'quote_buy',
      'record_payouts',
      'refund_transfer',
      'release_finding',
      'replace_slip',
      'reverse_request',
      'roll_up',
      'save_package',
      'seed_packages',
      'stop_automatic_approval',
      'stop_outgoing',
      'submit_request',
      'take_back',
      'take_unmailed_findings',
      'verify',
    ])
    const reading = `address_usable_from approval_outlook approval_warnings automatic_worth buy_terms candidate_transfers change_duties
      change_needs_second change_outlook change_ready_at comparable_hash concerned correction_worth debt_of decided_between deposit_evidence
      earlier_uses find_session first_purchase_after forecast forecast_reversal fresh_commands fresh_decided
      fresh_entries gives_too_much has_second_person hold_of is_beneficiary is_closed is_new_device is_open_amount
      is_outgoing is_setting_up is_tron_address is_waiting_change judge_caller judge_session judge_worth lone_delay
      lone_ready_at maturing_of may_approve may_approve_change may_confirm missing_entries needs_proof other_claimants paid_part
      policy_subject quotient recent_worth referral_reward refuse refuse_other_duty refuse_person refuse_reversing
      report_lines reserved_amount reversal_notice reversal_worth reversed_coins same_files same_payments sender_of settings_subject waits_since
      wallet_change_before worth worth_of would_repay`
    expect(open(false).toSorted()).toEqual(reading.trim().split(/\s+/))
  })

  test('of accounts are closed to other roles, look names up in a fixed path, and a few are open to the application', async () => {
    const all = await readFunctions('public')
    expect(all.filter(({ everyone }) => everyone)).toEqual([])
    const fixed = expect.stringMatching(/^search_path=(public, pg_temp|pg_catalog)$/) as unknown
    for (const { name, config } of all.filter(({ definer }) => definer))
      expect([name, config?.join()]).toEqual([name, fixed])
    const open = all.filter(({ app, definer }) => app && definer)
    const changing = `amend_sign_up ask_closure ask_email_change change_administrator_status change_duty close_due_account
      confirm_address confirm_email_change drop_closure drop_email_change forget_expired_email_changes
      invite_administrator invite_first_administrator purge_logins purge_slips purge_uploads rare_grams
      register_administrator revoke_invitation`
    expect(open.map(({ name }) => name).toSorted()).toEqual(changing.split(/\s+/))
  })

  test('of the ledger are PL/pgSQL', async () => {
    expect((await readFunctions()).filter(({ language }) => language !== 'plpgsql')).toEqual([])
  })
})
