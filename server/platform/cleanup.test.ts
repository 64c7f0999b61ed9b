import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepSession } from '../../contract/auth.ts'
import { call, createMember, createTestApp, type Person, type TestApp } from '../../tests/helpers/app.ts'
import { deleteExpiredRows } from './cleanup.ts'

let site: TestApp
let member: Person
let other: Person
beforeAll(async () => {
  site = await createTestApp()
  member = await createMember(site)
  other = await createMember(site)
})
afterAll(async () => site.close())

async function addBuckets(count: number, end: string): Promise<void> {
  await site.database.owner.query(
    `INSERT INTO rate_limits SELECT sha256(($1 || n)::bytea), now() + $1::interval FROM generate_series(1, $2::int) n`,
    [end, count],
  )
}

async function countRows(table: string): Promise<number> {
  const { rows } = await site.database.owner.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
  return rows[0]?.count ?? 0
}

test('all expired rows are deleted, and the others stay', async () => {
  await addBuckets(1_200, '-1 minute')
  await addBuckets(3, '1 minute')
  const { owner } = site.database
  await owner.query(
    `INSERT INTO sessions (user_id, token_hash, ip_address, user_agent, expires_at)
     SELECT $1, sha256(n::text::bytea), '', '', now() - interval '1 second' FROM generate_series(1, 5) n`,
    [member.userId],
  )
  await owner.query(
    `INSERT INTO email_tokens (user_id, purpose, token_hash, expires_at)
     VALUES ($1, 'confirm', '\\x01', now() - interval '25 hours'), ($1, 'confirm', '\\x02', now() - interval '23 hours')`,
    [member.userId],
  )
  await owner.query(
    `INSERT INTO known_devices (user_id, token_hash, network, last_used_at)
     VALUES ($1, '\\x01', '', now() - interval '366 days'), ($1, '\\x02', '', now() - interval '364 days')`,
    [member.userId],
  )
  // Each of the next three tables gets an expired row and an open one. The open ones must stay.
  await owner.query(
    `INSERT INTO two_factor_setups (user_id, secret, expires_at)
     VALUES ($1, '\\x01', now() - interval '1 second'), ($2, '\\x02', now() + interval '1 minute')`,
    [member.userId, other.userId],
  )
  await owner.query(
    `INSERT INTO passkey_challenges (hash, expires_at)
     VALUES ('\\x01', now() - interval '1 second'), ('\\x02', now() + interval '1 minute')`,
  )
  await owner.query(
    `INSERT INTO step_up_proofs (user_id, session_id, action, token_hash, expires_at)
     SELECT user_id, id, action, '\\x01', now() + wait
       FROM sessions, (VALUES ('wallet', interval '-1 second'), ('password', interval '1 minute')) AS v (action, wait)
      WHERE user_id = $1 AND expires_at > now()`,
    [member.userId],
  )
  await owner.query(
    `INSERT INTO answered_calls (user_id, key, fingerprint, answer, created_at)
     VALUES ($1, gen_random_uuid(), '', '', now() - interval '8 days'), ($1, gen_random_uuid(), '', '', now() - interval '6 days')`,
    [member.userId],
  )
  expect(await deleteExpiredRows(site.database.appDb)).toBe(1_200 + 5 + 1 + 1 + 1 + 1 + 1 + 1)
  expect(await countRows('answered_calls')).toBe(1)
  for (const table of ['two_factor_setups', 'step_up_proofs', 'passkey_challenges'])
    expect(await countRows(table)).toBe(1)
  expect(await deleteExpiredRows(site.database.appDb)).toBe(0)
  expect(await countRows('rate_limits')).toBe(3)
  expect((await call(site, keepSession, {}, member)).status).toBe(200)
})
