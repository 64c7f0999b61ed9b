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

describe('a duty', () => {
  test('is one of four; every administrator has one, and no member has', async () => {
    const insert = (fields: string, values: string) =>
      outcomeOf(
        database.owner.query(
          `INSERT INTO profiles (full_name, email, ${fields}) VALUES ('A', gen_random_uuid() || '@example.org', ${values})`,
        ),
      )
    for (const duty of ['owner', 'approver', 'support', 'auditor']) {
      expect(await insert('role, duty', `'admin', '${duty}'`)).toBe('done')
    }
    expect(await insert('role, duty', `'admin', 'janitor'`)).toBe('profile_duty_known')
    expect(await insert('role', `'admin'`)).toBe('role_fits_duty')
    expect(await insert('member_id, referral_code, duty', `gen_random_uuid(), gen_random_uuid(), 'owner'`)).toBe(
      'role_fits_duty',
    )
  })

  test('changes by an owner’s session alone, and is on record', async () => {
    const owner = await createOwner()
    const { id } = await createAdmin(database.ownerDb, 'Noor Haddad', 'support')
    await changeDuty(owner.token, id, 'approver')
    expect(await readDuties()).toEqual(['owner', 'approver'])
    const { rows } = await database.owner.query('SELECT actor_id, action, subject_id, detail FROM audit_events')
    const detail = { before: { duty: 'support' }, after: { duty: 'approver' }, reason: 'A test' }
    expect(rows).toEqual([{ actor_id: owner.id, action: 'duty_changed', subject_id: id, detail }])
  })

  test.each(['approver', 'support', 'auditor'] as const)(
    'does not change by the session of an administrator with the duty %s',
    async (duty) => {
      const owner = await createOwner()
      const { id } = await createAdmin(database.ownerDb, 'Noor Haddad', duty)
      const token = await signIn(id)
      for (const userId of [owner.id, id])
        expect(await outcomeOf(changeDuty(token, userId, 'owner'))).toBe('duty_missing')
      expect(await readDuties()).toEqual(['owner', duty])
    },
  )

  test('does not change by an id, by the hash of a token, in an ended session, or for a member [A155]', async () => {
    const owner = await createOwner()
    const other = await createAdmin(database.ownerDb, 'Noor Haddad', 'support')
    const { rows } = await database.owner.query<{ id: string; hash: string }>(
      `SELECT id, encode(token_hash, 'hex') AS hash FROM sessions`,
    )
    const forged = Buffer.from(`${owner.id.replaceAll('-', '')}${rows[0]?.hash}`, 'hex').toString('base64url')
    const tokens = [null, '', owner.id, rows[0]?.id, forged, 'A'.repeat(64), `${owner.token}A`]
    for (const token of tokens) {
      expect(await outcomeOf(changeDuty(token as string, other.id, 'owner'))).toBe('not_signed_in')
    }
    const member = await createMember(database.ownerDb)
    expect(await outcomeOf(changeDuty(await signIn(member.id), other.id, 'owner'))).toBe('forbidden')
    expect(await outcomeOf(changeDuty(owner.token, member.id, 'owner'))).toBe('not_found')
    expect(await outcomeOf(changeDuty(owner.token, randomUUID(), 'owner'))).toBe('not_found')
    expect(await outcomeOf(changeDuty(owner.token, owner.id, 'auditor'))).toBe('duty_of_oneself')
    await database.owner.query('DELETE FROM sessions')
    expect(await outcomeOf(changeDuty(owner.token, other.id, 'owner'))).toBe('not_signed_in')
    expect(await readDuties()).toEqual(['owner', 'support'])
  })
})

describe('there is always an active owner', () => {
  test.each([
    [`UPDATE profiles SET duty = 'approver' WHERE duty = 'owner'`],
    [`UPDATE profiles SET status = 'Suspended' WHERE duty = 'owner'`],
    [
      `UPDATE profiles SET role = 'user', duty = NULL, member_id = id::text, referral_code = id::text WHERE duty = 'owner'`,
    ],
    [`DELETE FROM sessions; DELETE FROM profiles WHERE duty = 'owner'`],
  ])('also where the owner of the tables tries: %s', async (statement) => {
    const [one, other] = [await createOwner(), await createOwner()]
    await createAdmin(database.ownerDb, 'Noor Haddad', 'approver')
    expect(await outcomeOf(database.owner.query(statement))).toBe('last_owner')
    // One of the two may go.
    expect(await outcomeOf(database.owner.query(`${statement} AND id = '${one.id}'`))).toBe('done')
    expect(await outcomeOf(database.owner.query(`${statement} AND id = '${other.id}'`))).toBe('last_owner')
  })

  test('also where owners demote or suspend each other at the same moment, through the functions', async () => {
    const suspend = async (token: string, userId: string) =>
      database.app.query(`SELECT change_administrator_status($1, $2, 'Suspended', 'Left', '192.0.2.1')`, [
        token,
        userId,
      ])
    const demote = async (token: string, userId: string) => changeDuty(token, userId, 'auditor')
    for (const [first, second] of [
      [demote, demote],
      [suspend, suspend],
      [demote, suspend],
    ] as const) {
      const owners = [await createOwner(), await createOwner(), await createOwner()]
      const before = (await readDuties()).filter((duty) => duty === 'owner').length
      const [a, b, c] = owners.map(({ id }) => id) as [string, string, string]
      const [ofA, ofB, ofC] = owners.map(({ token }) => token) as [string, string, string]
      const outcomes = await Promise.all([
        outcomeOf(first(ofA, b)),
        outcomeOf(second(ofB, a)),
        outcomeOf(first(ofB, c)),
        outcomeOf(second(ofC, a)),
      ])
      const done = outcomes.filter((outcome) => outcome === 'done').length
      expect(done).toBeGreaterThan(0)
      for (const outcome of outcomes) expect(['done', 'duty_missing', 'not_signed_in']).toContain(outcome)
      const left = (await readDuties()).filter((duty) => duty === 'owner').length
      expect(left).toBeGreaterThan(before - 3)
    }
  })

  test('and where two transactions of the tables’ owner each remove one of two', async () => {
    for (let round = 0; round < 10; round += 1) {
      await database.owner.query(`UPDATE profiles SET status = 'Active', duty = 'owner' WHERE role = 'admin'`)
      const [one, other] = [await createOwner(), await createOwner()]
      await database.owner.query(`UPDATE profiles SET duty = 'support' WHERE role = 'admin' AND id <> ALL ($1)`, [
        [one.id, other.id],
      ])
      const outcomes = await Promise.all([
        outcomeOf(database.owner.query(`UPDATE profiles SET duty = 'auditor' WHERE id = $1`, [one.id])),
        outcomeOf(database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [other.id])),
      ])
      expect(outcomes.toSorted()).toEqual(['done', 'last_owner'])
    }
  })

  test('and a stricter transaction, which could not see the others, changes no owner', async () => {
    await createOwner()
    const { id } = await createOwner()
    const client = await database.owner.connect()
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    expect(await outcomeOf(client.query(`UPDATE profiles SET duty = 'auditor' WHERE id = $1`, [id]))).toBe('0A000')
    await client.query('ROLLBACK')
    client.release()
  })
})
