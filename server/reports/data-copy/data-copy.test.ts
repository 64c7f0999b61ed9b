import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportOwnData } from '../../../contract/exports.ts'
import { submitTransferRequest } from '../../../contract/requests.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createMember as createRow, giveCoins } from '../../../tests/helpers/people.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'
import { dataSections, leftOut } from './sections.ts'

let site: TestApp
let member: Person
let other: Person
beforeAll(async () => {
  site = await createTestApp()
  const admin = await createAdmin(site)
  member = await createMember(site)
  other = await createMember(site, { fullName: 'Olga Other' })
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 50_000)
  const { memberId } = await createRow(site.database.ownerDb)
  const body = { recipient_member_id: memberId, amount_coins: 5000 }
  await call(site, submitTransferRequest, { body }, { cookie: member.cookie, key: randomUUID() })
})
afterAll(() => site.close())

type Copy = Record<string, Record<string, unknown>[]> & { profile: Record<string, unknown> }

async function readCopy(person = member): Promise<{ copy: Copy; text: string }> {
  const proof = await requestProof(site, person, exportOwnData, {})
  const { body, headers, statusCode } = await site.app.inject({
    url: exportOwnData.path,
    headers: { cookie: person.cookie, [stepUpHeader]: proof },
  })
  expect(statusCode).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="et-my-data-\d{4}-\d\d-\d\d\.json"$/)
  return { copy: JSON.parse(body) as Copy, text: body }
}

test('the copy has what a member did and was, with exact amounts', async () => {
  const { copy } = await readCopy()
  expect(copy.profile).toMatchObject({ email: member.email, full_name: 'Ada Lovelace', city: 'London' })
  expect(copy['requests']).toMatchObject([{ kind: 'transfer', status: 'pending', amount_coins: '5000' }])
  expect(copy['statement']?.at(-1)).toMatchObject({ available_delta: '-5000', locked_delta: '5000' })
  expect(copy['logins']).toMatchObject([{ status: 'success', ip_address: '127.0.0.1' }])
  expect(copy['record']).toContainEqual(expect.objectContaining({ action: 'own_data_exported' }))
  expect(Object.keys(copy).length).toBe(dataSections.length + 4)
})

test('the copy has no secret, and nothing of another member [A342]', async () => {
  const { text } = await readCopy()
  const { rows } = await site.database.owner.query<{ secret: string }>(
    `SELECT password_hash AS secret FROM credentials UNION ALL SELECT encode(token_hash, 'hex') FROM sessions`,
  )
  expect(rows.length).toBeGreaterThan(4)
  for (const { secret } of rows) expect(text).not.toContain(secret)
  expect(text).not.toContain(other.email)
  expect(text).not.toContain(other.userId)
  const proven = { [stepUpHeader]: await requestProof(site, other, exportOwnData, {}) }
  for (const headers of [{ cookie: member.cookie }, { cookie: member.cookie, ...proven }]) {
    expect((await site.app.inject({ url: exportOwnData.path, headers })).statusCode).toBe(401)
  }
  const query = await site.app.inject({
    url: `${exportOwnData.path}?user_id=${other.userId}`,
    headers: { cookie: member.cookie },
  })
  expect(query.statusCode).toBe(400)
})

test('a long list is written page by page, with each row once and in order', async () => {
  await site.database.owner.query(
    `INSERT INTO login_history (user_id, status, ip_address, user_agent)
     SELECT $1, 'failed', '192.0.2.1', n::text FROM generate_series(1, 1234) n`,
    [member.userId],
  )
  const { copy } = await readCopy()
  const agents = copy['logins']
    ?.filter(({ status }) => status === 'failed')
    .map(({ user_agent: agent }) => Number(agent))
  expect(agents?.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1234 }, (_, index) => index + 1))
})

test('each table of members is in the copy, or is left out for a reason', async () => {
  const { rows } = await site.database.owner.query<{ name: string }>(
    `SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name
       FROM pg_constraint k
       JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
      WHERE k.contype = 'p' AND a.attname = 'user_id' AND n.nspname IN ('public', 'ledger')`,
  )
  const known = [...dataSections.map(({ table }) => table), ...Object.keys(leftOut)]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})
