import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isErrorCode } from '../contract/error-body.ts'
import { callsInUpdates, readKeyFaults, readOwnedTables, readWriteFaults } from './helpers/catalogue.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('keys that begin with the member', () => {
  test('are in every table of members', async () => {
    expect(await readKeyFaults(database.owner)).toEqual([])
    const owned = await readOwnedTables(database.owner)
    expect(owned).toEqual(
      expect.arrayContaining(['ledger.requests', 'ledger.movements', 'ledger.lines', 'chat_messages', 'login_history']),
    )
  })

  test('are demanded: a table that breaks the rule is reported', async () => {
    const client = await database.owner.connect()
    await client.query('BEGIN')
    try {
      await client.query(`
        CREATE TABLE gifts (user_id uuid NOT NULL, id uuid PRIMARY KEY DEFAULT uuidv7(), code text UNIQUE);
        CREATE TABLE notes (user_id uuid NOT NULL, id bigint NOT NULL, PRIMARY KEY (user_id, id),
          gift_id uuid REFERENCES gifts (id), friend_id uuid REFERENCES ledger.accounts (user_id),
          request_id uuid, FOREIGN KEY (request_id, user_id) REFERENCES ledger.requests (user_id, id));
        CREATE TABLE marks (user_id uuid NOT NULL)`)
      expect(await readKeyFaults(client)).toEqual([
        'marks has no primary key',
        'notes (friend_id) points at ledger.accounts past its member',
        'notes (gift_id) points at gifts past its member',
        'notes (request_id, user_id) points at ledger.requests past its member',
        'notes has ids of type bigint that are not time-ordered UUIDs',
        'the primary key of gifts leads with id',
        'the unique key gifts_code_key of gifts leaves user_id out',
      ])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})

describe('functions', () => {
  const readFunctions = async () =>
    (
      await database.owner.query<{ name: string; language: string; source: string }>(
        `SELECT p.proname AS name, l.lanname AS language, p.prosrc AS source FROM pg_proc p
           JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace IN ('public'::regnamespace, 'ledger'::regnamespace)`,
      )
    ).rows

  test('that write are PL/pgSQL', async () => {
    const writers = (await readFunctions()).filter(({ source }) => /\b(INSERT|UPDATE|DELETE|MERGE)\b/i.test(source))
    expect(writers.length).toBeGreaterThan(5)
    expect(writers.filter(({ language }) => language !== 'plpgsql')).toEqual([])
  })

  test('call nothing volatile inside an UPDATE', async () => {
    const isVolatile = async (names: string[]) =>
      (
        await database.owner.query<object>(
          `SELECT proname FROM pg_proc WHERE provolatile = 'v' AND proname = ANY($1)`,
          [names],
        )
      ).rows
    const sources = (await readFunctions()).map(({ source }) => source)
    expect(sources.filter((source) => /\bUPDATE\s+[\w.]+/.test(source)).length).toBeGreaterThan(3)
    expect(await isVolatile(sources.flatMap(callsInUpdates))).toEqual([])
    const planted = `UPDATE t SET a = coalesce(b, 1), -- random()
      c = clock_timestamp() WHERE d = 'uuidv7()'; SELECT random();`
    expect(await isVolatile(callsInUpdates(planted))).toEqual([{ proname: 'clock_timestamp' }])
  })

  test('write nothing that could not be spread by member', async () => {
    const faults = (await readFunctions()).flatMap(({ name, source }) =>
      readWriteFaults(source).map((fault) => `${name}: ${fault}`),
    )
    expect(faults).toEqual([])
    const planted = `INSERT INTO t (a, b) VALUES (1, greatest(2, (SELECT max(u.b) FROM u))) ON CONFLICT (a) DO NOTHING;
      INSERT INTO t (a) VALUES (CASE c WHEN 'b' THEN 1 END); UPDATE t SET a = CASE b WHEN 1 THEN 2 END;
      INSERT INTO t (a) SELECT max(u.a) FROM u; INSERT INTO t (a) VALUES (CASE WHEN c = 'b' THEN 1 END);
      CASE c WHEN 'b' THEN DELETE FROM t; END CASE; PERFORM FROM t FOR UPDATE;
      UPDATE t SET a = coalesce(t.a, now()) WHERE b = 1; UPDATE t SET a = now() WHERE coalesce(b, now()) = c;
      INSERT INTO t (a) VALUES (CASE  WHEN c = 'b' THEN 1 END); UPDATE t SET a = CASE WHEN c THEN 1 END, b = now();
      UPDATE t SET a = (SELECT u.a FROM u WHERE u.b = 1), b = coalesce(t.b, now());
      WITH x AS (SELECT CASE u.a WHEN 1 THEN 2 END AS a FROM u) INSERT INTO t (a) SELECT x.a FROM x;`
    expect(readWriteFaults(planted)).toEqual([
      't: a sub-select inside VALUES',
      't: a CASE that compares one value',
      't: a CASE that compares one value',
      't: a clock inside CASE or coalesce',
      't: a clock inside CASE or coalesce',
      't: a CASE that compares one value',
    ])
  })
})

describe('constraints', () => {
  const madeByTheDatabase = 'the ledger makes the value itself'
  const lookedUpFirst = 'the ledger looks the row up before it writes, and refuses with a code of its own'
  const copiedOnce = 'one caller at a time rolls up, and goes on from where the last one stopped'
  const rulesOfTheOwner = 'no call of the application writes a policy'
  /**
   * The reasons why no call can break these constraints. Every other constraint needs a sentence in contract/errors.ts.
   */
  const unreachable: Record<string, string> = {
    findings_pkey: madeByTheDatabase,
    finding_stops_known: madeByTheDatabase,
    finding_reason_length: lookedUpFirst,
    finding_release_well_formed: lookedUpFirst,
    findings_released_by_fkey: lookedUpFirst,
    one_open_finding: 'one run at a time looks for the open row first',
    verification_kind_known: madeByTheDatabase,
    verifications_pkey: madeByTheDatabase,
    accounts_pkey: 'an account is opened in the transaction that makes its profile',
    debt_positive: madeByTheDatabase,
    debt_remaining_range: madeByTheDatabase,
    debts_pkey: madeByTheDatabase,
    former_slip_once: 'the present file of a buy becomes a former one once, under the lock of the buy',
    slip_reason_length: 'the call checks the reason first',
    slip_request_number: 'the questions of a buy are counted under its lock',
    slip_requests_administrator_id_fkey: lookedUpFirst,
    slip_requests_pkey: madeByTheDatabase,
    slip_requests_user_id_former_upload_id_fkey: 'it was the file of the buy until then',
    slip_requests_user_id_request_id_fkey: lookedUpFirst,
    debts_user_id_fkey: lookedUpFirst,
    movement_debt_well_formed: madeByTheDatabase,
    movements_debt_fkey: 'the debt is written first',
    one_debt_per_reversal: 'a request is reversed once',
    reversal_first_purchase_known: madeByTheDatabase,
    reversal_reason_length: 'the call checks the reason first',
    reversals_administrator_id_fkey: lookedUpFirst,
    reversals_user_id_request_id_fkey: lookedUpFirst,
    accounts_user_id_fkey: lookedUpFirst,
    automatic_approvals_pkey: 'the policy approves a request once, under its lock',
    automatic_approvals_user_id_request_id_fkey: lookedUpFirst,
    amount_reserved_already: 'a reservation passes over what is taken',
    maturing_not_negative: 'an adjustment takes no more of a credit than it has',
    maturing_user_id_fkey: 'the account is locked by the same call',
    locked_not_negative: 'only what a pending request locked is ever unlocked',
    command_operation_known: madeByTheDatabase,
    maturing_pkey: 'a credit is noted once, by the call that makes it',
    call_origin_call_known: madeByTheDatabase,
    call_origins_pkey: 'a repeated call keeps its first origin',
    call_origin_address_short: 'the server reads the address from the connection',
    call_origin_agent_short: 'the server cuts the text off',
    lines_pkey: 'the account’s lock hands out the numbers',
    movements_pkey: madeByTheDatabase,
    movement_well_formed: madeByTheDatabase,
    movements_user_id_request_id_fkey: madeByTheDatabase,
    movements_user_id_reverses_id_fkey: lookedUpFirst,
    one_leg_per_request: 'a request leaves pending once, before coins move',
    only_buys_expire: 'ledger.expire_buy alone sets the status, and looks for buys',
    open_amount_taken: 'a request takes the amount that its member has reserved',
    request_tail_well_formed: madeByTheDatabase,
    reserved_amounts_pkey: 'the account is locked, and the former reservation removed',
    reserved_amounts_user_id_fkey: lookedUpFirst,
    reserved_tail_range: madeByTheDatabase,
    requests_pkey: madeByTheDatabase,
    request_kind_known: lookedUpFirst,
    request_status_known: madeByTheDatabase,
    request_number_taken: madeByTheDatabase,
    request_well_formed: lookedUpFirst,
    requests_user_id_fkey: lookedUpFirst,
    requests_decided_by_fkey: lookedUpFirst,
    requests_package_id_fkey: lookedUpFirst,
    requests_recipient_id_fkey: lookedUpFirst,
    referral_status_known: madeByTheDatabase,
    referral_well_formed: madeByTheDatabase,
    referrals_pkey: madeByTheDatabase,
    referrals_user_id_fkey: 'the profile that names the referrer was written first',
    referrals_friend_id_fkey: 'the profile that names the referrer was written first',
    friend_taken: 'an account is opened once, and another referrer takes the place of the former',
    rollup_pkey: madeByTheDatabase,
    rollup_single_row: madeByTheDatabase,
    totals_pkey: madeByTheDatabase,
    entries_pkey: copiedOnce,
    decided_pkey: copiedOnce,
    daily_pkey: madeByTheDatabase,
    daily_members_pkey: madeByTheDatabase,
    daily_decided_pkey: madeByTheDatabase,
    daily_reports_pkey: madeByTheDatabase,
    daily_payouts_pkey: 'a further payment of the day adds to the row',
    allocation_well_formed: madeByTheDatabase,
    allocations_noted_by_fkey: lookedUpFirst,
    allocations_transaction_hash_log_index_fkey: lookedUpFirst,
    allocations_user_id_request_id_fkey: lookedUpFirst,
    refund_hash_form: lookedUpFirst,
    request_credit_well_formed: madeByTheDatabase,
    approvals_administrator_id_fkey: lookedUpFirst,
    approvals_user_id_request_id_fkey: lookedUpFirst,
    decided_worth_administrator_id_fkey: lookedUpFirst,
    decided_worth_pkey: 'a second decision of the hour adds to the row',
    payout_action_known: madeByTheDatabase,
    payout_detail_length: lookedUpFirst,
    payout_events_actor_id_fkey: lookedUpFirst,
    payout_events_pkey: madeByTheDatabase,
    payout_events_user_id_request_id_fkey: lookedUpFirst,
    payout_finding_known: madeByTheDatabase,
    payout_hash_form: lookedUpFirst,
    payout_state_known: madeByTheDatabase,
    payout_total_known: madeByTheDatabase,
    payout_totals_pkey: madeByTheDatabase,
    payout_well_formed: madeByTheDatabase,
    payouts_pkey: 'a request is approved once',
    payouts_user_id_request_id_fkey: madeByTheDatabase,
    policies_pkey: rulesOfTheOwner,
    policy_change_well_formed: rulesOfTheOwner,
    policy_hold_well_formed: rulesOfTheOwner,
    policy_outcome_known: rulesOfTheOwner,
    policy_scope_known: rulesOfTheOwner,
    policy_subject_known: rulesOfTheOwner,
    policy_worth_range: rulesOfTheOwner,
    proposal_kind_known: madeByTheDatabase,
    proposal_status_known: madeByTheDatabase,
    proposal_well_formed: madeByTheDatabase,
    proposed_changes_closed_by_fkey: lookedUpFirst,
    proposed_changes_pkey: madeByTheDatabase,
    proposed_changes_proposer_id_fkey: lookedUpFirst,
    proposed_changes_subject_id_fkey: lookedUpFirst,
    payout_sources_pkey: madeByTheDatabase,
    treasury_totals_pkey: 'a further approval adds to the row',
    treasury_kind_known: madeByTheDatabase,
    used_proof_kind_known: madeByTheDatabase,
    used_proofs_member_id_request_id_fkey: lookedUpFirst,
    used_proofs_pkey: 'an approval claims only the digests that are free',
    reuse_kind_known: madeByTheDatabase,
    reuse_reason_length: 'the ledger refuses such a reason before it writes',
    reuse_reasons_administrator_id_fkey: lookedUpFirst,
    reuse_reasons_earlier_member_id_fkey: lookedUpFirst,
    reuse_reasons_pkey: madeByTheDatabase,
    reuse_reasons_user_id_request_id_fkey: lookedUpFirst,
    requests_user_id_upload_id_fkey: 'server/platform/db/refusal.ts reads it as not_found',
  }

  test('of the money tables have a sentence in the error catalogue, or no call can break them', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint
        WHERE connamespace = 'ledger'::regnamespace AND contype IN ('c', 'u', 'p', 'f')
       UNION SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indisunique AND c.relnamespace = 'ledger'::regnamespace`,
    )
    const names = rows.map(({ name }) => name).toSorted()
    expect(names.filter((name) => !isErrorCode(name))).toEqual(Object.keys(unreachable).toSorted())
    expect(names).toEqual(
      expect.arrayContaining([
        'insufficient_funds',
        'idempotency_key_reused',
        'upload_already_used',
        'reversed_already',
      ]),
    )
  })

  test('of the tables that every money call writes allow known words alone, without a list in each statement', async () => {
    for (const [constraint, statement] of [
      [
        'command_operation_known',
        `INSERT INTO ledger.commands (user_id, key, fingerprint, operation, subject_id) SELECT u, u, '', 'give', u`,
      ],
      [
        'request_kind_known',
        `INSERT INTO ledger.requests (user_id, kind, amount_coins, rate, amount_usd) SELECT u, 'gift', 1000, 1, 1`,
      ],
      [
        'request_status_known',
        `INSERT INTO ledger.requests (user_id, kind, status, amount_coins, rate, amount_usd) SELECT u, 'transfer', 'lost', 1000, 1, 1`,
      ],
    ] as const) {
      await expect(database.owner.query(`${statement} FROM gen_random_uuid() u`)).rejects.toMatchObject({ constraint })
    }
    const { rows } = await database.owner.query(
      `SELECT conname FROM pg_constraint WHERE contype = 'c' AND pg_get_constraintdef(oid) LIKE '%ARRAY[%'
        AND conrelid = ANY('{ledger.accounts, ledger.commands, ledger.requests, ledger.movements, ledger.lines}'::regclass[])`,
    )
    expect(rows).toEqual([])
  })
})

describe('entities exist under their names, with their fields', () => {
  const columns = async (entity: string) =>
    (
      await database.owner.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
        [entity],
      )
    ).rows.map(({ name }) => name)
  const request = 'id amount_coins status admin_notes created_at updated_at'

  test.each([
    [
      'profiles [ENT-02]',
      `id full_name email member_id wallet_address wallet_link usdt_qr_code_url status created_at city state country area
       referral_code referred_by_id first_purchase_done role package_id`,
    ],
    ['wallets [ENT-09]', 'user_id total_coins locked_coins available_coins'],
    [
      'user_dashboard_stats [ENT-10]',
      'balance_coins locked_coins available_coins profit_loss investment_usd balance_usd_value',
    ],
    [
      'global_platform_stats [ENT-11]',
      `et_rate balance_coins total_available_coins total_supply_coins total_supply_usd average_purchase_price
       total_withdrawals_coins total_transfers_coins`,
    ],
    [
      'packages [ENT-12]',
      `id package_name min_coin_purchase coin_price bonus_percentage bonus_coins total_coins total_price withdrawal_time
       withdrawal_rules icon created_at`,
    ],
    ['transactions [ENT-17]', 'id user_id type amount rate total_usd_value balance_after created_at'],
    [
      'buy_requests [ENT-21]',
      `${request} user_id profile amount_usd usdt_amount usdt_rate payment_proof_url package_id`,
    ],
    ['withdrawal_requests [ENT-22]', `${request} user_id profile wallet_address attachment_url`],
    ['transfer_requests [ENT-23]', `${request} sender_id sender_profile recipient_profile recipient_member_id`],
    ['referrals [ENT-24]', 'full_name email joined_at status'],
    ['login_history [ENT-25]', 'id user_id status ip_address created_at'],
    ['chat_conversations [ENT-26]', 'id user_id admin_id user_unread_count admin_unread_count'],
    ['chat_messages [ENT-27]', 'id conversation_id sender_id content created_at'],
  ])('%s', async (title, fields) => {
    const there = await columns(title.split(' ')[0] ?? '')
    expect(fields.split(/\s+/).filter((field) => !there.includes(field))).toEqual([])
  })

  const insertProfile = (fields: string, values: string) =>
    database.owner.query(
      `INSERT INTO profiles (full_name, email, ${fields}) VALUES ('Amina', gen_random_uuid() || '@example.org', ${values})`,
    )

  test('a profile is Active, Inactive, Suspended or closed, and nothing else [ENT-03]', async () => {
    const insert = (status: string) =>
      insertProfile(
        'member_id, referral_code, status',
        `upper(gen_random_uuid()::text), gen_random_uuid(), '${status}'`,
      )
    for (const status of ['Active', 'Inactive', 'Suspended', 'Closed']) await insert(status)
    await expect(insert('Deleted')).rejects.toMatchObject({ constraint: 'profile_status_known' })
  })

  test('a profile has the role of a user or an administrator [ENT-05]', async () => {
    await insertProfile('role, duty', `'admin', 'owner'`)
    await expect(insertProfile('role', `'customer'`)).rejects.toMatchObject({ constraint: 'profile_role_known' })
    // An administrator holds no coins, and therefore has no member id.
    const withMemberId = insertProfile(
      'role, duty, member_id, referral_code',
      `'admin', 'owner', gen_random_uuid(), gen_random_uuid()`,
    )
    await expect(withMemberId).rejects.toMatchObject({ constraint: 'profile_member_fields' })
  })

  const insertPackage = (values: string) =>
    database.owner.query<{ coin_price: string }>(
      `INSERT INTO packages (package_name, withdrawal_time, icon) VALUES (${values}) RETURNING coin_price`,
    )

  test('a package costs 0.01 a coin by default [ENT-15]', async () => {
    expect((await insertPackage(`'Bronze', '1 day', 'Gem'`)).rows).toEqual([{ coin_price: '0.01' }])
  })

  test('package names are unique in any case [ENT-13]', async () => {
    await insertPackage(`'Silver', '1 day', 'Star'`)
    await expect(insertPackage(`'SILVER', '1 day', 'Star'`)).rejects.toMatchObject({ constraint: 'package_name_taken' })
  })

  test('a package has one of four icons [ENT-16]', async () => {
    for (const icon of ['Shield', 'Crown', 'Gem', 'Star']) await insertPackage(`'With ${icon}', '1 day', '${icon}'`)
    await expect(insertPackage(`'Odd', '1 day', 'Heart'`)).rejects.toMatchObject({ constraint: 'package_icon_known' })
  })
})
