import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createSession } from '../../platform/sessions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
// Each test begins without an administrator. The triggers would keep the last owner.
beforeEach(async () => {
  await database.owner.query(`
    ALTER TABLE profiles DISABLE TRIGGER USER; ALTER TABLE audit_events DISABLE TRIGGER USER;
    DELETE FROM audit_events; DELETE FROM sessions; DELETE FROM invitations; DELETE FROM credentials;
    DELETE FROM profiles WHERE role = 'admin';
    ALTER TABLE profiles ENABLE TRIGGER USER; ALTER TABLE audit_events ENABLE TRIGGER USER`)
})

async function signIn(userId: string): Promise<string> {
  const from = { ipAddress: '127.0.0.1', userAgent: 'test' }
  return (await inTransaction(database.ownerDb, (tx) => createSession(tx, { userId, ...from }))).cookie
}

async function createOwner() {
  const { id } = await createAdmin(database.ownerDb)
  return { id, token: await signIn(id) }
}

/** Returns the constraint or the state of the refusal; "done" without one. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    ({ constraint, code }: pg.DatabaseError) => constraint ?? code ?? '',
  )
}

const changeDuty = async (token: string, userId: string, duty: string) =>
  database.app.query(`SELECT change_duty($1, $2, $3, 'A test', '127.0.0.1')`, [token, userId, duty])

async function readDuties(): Promise<(string | null)[]> {
  const { rows } = await database.owner.query<{ duty: string | null }>(
    `SELECT duty FROM profiles WHERE role = 'admin' AND status = 'Active' ORDER BY id`,
  )
  return rows.map(({ duty }) => duty)
}

describe('the application', () => {
  const notAllowed = '42501'

  test('makes an administrator by an invitation alone, and an invitation by an owner or for an empty installation [A155]', async () => {
    const secret = (letter: string) => letter.repeat(43)
    const hash = `sha256(decode(translate($1, '-_', '+/') || '=', 'base64'))`
    const inviteFirst = async (token: string) =>
      (await database.app.query<{ id: string | null }>(`SELECT invite_first_administrator(${hash}, 24) AS id`, [token]))
        .rows[0]?.id
    const register = async (token: string, email: string) =>
      outcomeOf(
        database.app.query(`SELECT register_administrator($1, 'Mallory Grey', $2, 'hash', 'en', '192.0.2.1')`, [
          token,
          email,
        ]),
      )
    expect(await register(secret('A'), 'a@example.org')).toBe('invitation_required')
    expect(await inviteFirst(secret('A'))).toEqual(expect.any(String))
    expect(await inviteFirst(secret('E'))).toEqual(expect.any(String))
    expect(await register(secret('A'), 'a@example.org')).toBe('done')
    expect(await readDuties()).toEqual(['owner'])
    // The other one of the empty installation has ended, and there is no further one.
    expect(await register(secret('E'), 'e@example.org')).toBe('invitation_required')
    expect(await inviteFirst(secret('I'))).toBeNull()

    const { rows } = await database.owner.query<{ id: string }>(`SELECT id FROM profiles WHERE role = 'admin'`)
    const owner = { id: rows[0]?.id ?? '', token: await signIn(rows[0]?.id ?? '') }
    const invite = async (session: string, token: string, duty: string) =>
      outcomeOf(
        database.app.query(`SELECT invite_administrator($2, ${hash}, 24, NULL, $3, '192.0.2.1')`, [
          token,
          session,
          duty,
        ]),
      )
    expect(await invite(owner.token, secret('M'), 'approver')).toBe('done')
    expect(await invite(owner.token, secret('Q'), 'janitor')).toBe('invitation_duty_known')
    expect(await register(secret('M'), 'm@example.org')).toBe('done')
    expect(await readDuties()).toEqual(['owner', 'approver'])
    const approver = await database.owner.query<{ id: string }>(`SELECT id FROM profiles WHERE duty = 'approver'`)
    expect(await invite(await signIn(approver.rows[0]?.id ?? ''), secret('U'), 'owner')).toBe('duty_missing')
  })

  test('writes these columns of people, access and terms, and no others', async () => {
    const { rows } = await database.owner.query<{ column: string }>(`
      SELECT concat_ws(' ', r.right, c.relname, a.attname) AS column
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) r("right")
       WHERE c.relkind = 'r' AND (c.relnamespace = 'ledger'::regnamespace OR c.relname IN (
               'profiles', 'credentials', 'invitations', 'settings', 'packages', 'platform_addresses', 'member_holds', 'member_stops',
               'rate_changes', 'deposit_changes', 'wallet_addresses', 'known_devices'))
         AND CASE r.right WHEN 'DELETE' THEN a.attnum = 1 AND has_table_privilege('et_app', c.oid, 'DELETE')
                          ELSE has_column_privilege('et_app', c.oid, a.attnum, r.right) END`)
    const expected = {
      'INSERT profiles':
        'id full_name email member_id referral_code contact_number country state city area referred_by_id package_id added_by',
      'UPDATE profiles':
        'status full_name contact_number country state city area wallet_address wallet_link usdt_qr_code_url updated_at',
      'INSERT credentials': 'user_id password_hash language',
      'UPDATE credentials': 'password_hash password_changed_at language',
      'INSERT wallet_addresses': 'user_id address',
      'DELETE wallet_addresses': 'user_id',
      'INSERT known_devices': 'user_id id token_hash network created_at last_used_at',
      'UPDATE known_devices': 'last_used_at',
      'DELETE known_devices': 'user_id',
    }
    const allowed = Object.entries(expected).flatMap(([right, columns]) =>
      columns.split(' ').map((column) => `${right} ${column}`),
    )
    expect(new Set(rows.map(({ column }) => column))).toEqual(new Set(allowed))
  })

  test('finds no open invitation of a person who is no longer an active owner', async () => {
    const [keeper, leaver] = [await createOwner(), await createOwner()]
    const token = 'w'.repeat(42) + 'Q'
    await database.app.query(
      `SELECT invite_administrator($2, sha256(decode(translate($1, '-_', '+/') || '=', 'base64')), 24, NULL, 'owner', '192.0.2.1')`,
      [token, leaver.token],
    )
    await changeDuty(keeper.token, leaver.id, 'auditor')
    const register = async () =>
      outcomeOf(
        database.app.query(`SELECT register_administrator($1, 'Mallory Grey', 'w@example.org', 'hash', 'en', NULL)`, [
          token,
        ]),
      )
    expect(await register()).toBe('invitation_required')
    // It stays closed for good.
    await changeDuty(keeper.token, leaver.id, 'owner')
    expect(await register()).toBe('invitation_required')
    const { rows } = await database.owner.query<{ actor_id: string }>(
      `SELECT actor_id FROM audit_events WHERE action = 'invitation_revoked'`,
    )
    expect(rows).toEqual([{ actor_id: keeper.id }])
  })

  test('leaves no open invitation of an owner who invites while losing and getting back the duty', async () => {
    const keeper = await createOwner()
    for (let round = 0; round < 10; round += 1) {
      const leaver = await createOwner()
      const invite = async () =>
        outcomeOf(
          database.app.query(`SELECT invite_administrator($1, sha256($2), 24, NULL, 'owner', NULL)`, [
            leaver.token,
            Buffer.from(randomUUID()),
          ]),
        )
      await Promise.all([invite(), invite(), changeDuty(keeper.token, leaver.id, 'auditor'), invite(), invite()])
      await changeDuty(keeper.token, leaver.id, 'owner')
      const open = 'SELECT FROM invitations i WHERE created_by = $1 AND is_open(i)'
      expect((await database.owner.query(open, [leaver.id])).rows).toEqual([])
    }
  })

  test('changes the status of an administrator by an owner’s session alone [A155]', async () => {
    const owner = await createOwner()
    const { id } = await createAdmin(database.ownerDb, 'Noor Haddad', 'approver')
    const plain = database.app.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [id])
    expect(await outcomeOf(plain)).toBe(notAllowed)
    const change = async (token: string, userId: string) =>
      outcomeOf(
        database.app.query(`SELECT change_administrator_status($1, $2, 'Suspended', 'Left', '192.0.2.1')`, [
          token,
          userId,
        ]),
      )
    expect(await change(await signIn(id), owner.id)).toBe('duty_missing')
    expect(await change(owner.token, owner.id)).toBe('status_of_oneself')
    expect(await change(owner.token, (await createMember(database.ownerDb)).id)).toBe('not_found')
    expect(await change(owner.token, id)).toBe('done')
    expect(await readDuties()).toEqual(['owner'])
  })

  test('leaves each of these changes on record, as the functions write the entries themselves', async () => {
    const owner = await createOwner()
    const { id } = await createAdmin(database.ownerDb, 'Noor Haddad', 'approver')
    const token = 'r'.repeat(42) + 'Q'
    const hash = `sha256(decode(translate($1, '-_', '+/') || '=', 'base64'))`
    const change = `SELECT change_administrator_status($1, $2, $3, 'Left', '192.0.2.1')`
    expect(await outcomeOf(database.app.query(change.replace("'Left'", "' '"), [owner.token, id, 'Suspended']))).toBe(
      'invalid_request',
    )
    await database.app.query(change, [owner.token, id, 'Suspended'])
    // A status that stays is no change.
    await database.app.query(change, [owner.token, id, 'Suspended'])
    const invite = `SELECT invite_administrator($2, ${hash}, 24, NULL, 'auditor', '192.0.2.2') AS id`
    const { rows } = await database.app.query<{ id: string }>(invite, [token, owner.token])
    const invitationId = rows[0]?.id
    await database.app.query(`SELECT revoke_invitation($1, $2, '192.0.2.3')`, [owner.token, invitationId])
    const other = await database.app.query<{ id: string }>(invite, ['s'.repeat(42) + 'Q', owner.token])
    const registered = await database.app.query<{ id: string }>(
      `SELECT register_administrator($1, 'Aurel Auditor', 'a@example.org', 'hash', 'en', '192.0.2.4') AS id`,
      ['s'.repeat(42) + 'Q'],
    )
    const [auditor, otherId] = [registered.rows[0]?.id, other.rows[0]?.id]
    const entries = await database.owner.query<unknown[]>({
      text: 'SELECT actor_id, action, subject_id, ip_address, detail FROM audit_events ORDER BY id',
      rowMode: 'array',
    })
    const states = (field: string, before: string, after: string) => ({
      before: { [field]: before },
      after: { [field]: after },
    })
    expect(entries.rows).toEqual([
      [owner.id, 'status_changed', id, '192.0.2.1', { ...states('status', 'Active', 'Suspended'), reason: 'Left' }],
      [owner.id, 'invitation_created', null, '192.0.2.2', { invitationId, duty: 'auditor' }],
      [owner.id, 'invitation_revoked', null, '192.0.2.3', { invitationId, ...states('status', 'open', 'revoked') }],
      [owner.id, 'invitation_created', null, '192.0.2.2', { invitationId: otherId, duty: 'auditor' }],
      [auditor, 'admin_signed_up', auditor, '192.0.2.4', { invitationId: otherId }],
    ])
  })
})
