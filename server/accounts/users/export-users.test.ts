import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { exportUsers, listUserSessions } from '../../../contract/users.ts'
import { call, createAdmin, createMember, createTestApp, logIn, publicUrl } from '../../../tests/helpers/app.ts'
import type { Person, TestApp } from '../../../tests/helpers/app.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'
import * as people from '../../../tests/helpers/people.ts'
import { exportUsers as readExport } from './export-users.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

async function readLines(query: Record<string, string>, method: 'GET' | 'HEAD' = 'GET'): Promise<string[]> {
  const proof = await requestProof(site, admin, exportUsers, { query })
  const headers = { cookie: admin.cookie, origin: publicUrl, [stepUpHeader]: proof }
  const { statusCode, body } = await site.app.inject({ method, url: exportUsers.path, query, headers })
  expect(statusCode).toBe(200)
  return body.slice(1).trimEnd().split('\r\n').slice(1)
}

async function readRecords() {
  const { rows } = await site.database.owner.query<{ actor_id: string; detail: unknown }>(
    `select actor_id, detail from audit_events where action = 'list_exported'`,
  )
  return rows
}

test('the file has all people whom the filter matches, in the order of the list, and the export is recorded', async () => {
  for (const fullName of ['=HYPERLINK("x")', 'Bo Saved', 'Ada Saved']) {
    await people.createMember(site.database.ownerDb, { fullName })
  }
  await people.createMember(site.database.ownerDb, { fullName: 'Cleo Saved', status: 'Suspended' })
  const query = { search: 'saved', status: 'Active', sort: 'name', order: 'asc' }
  const lines = await readLines(query)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Ada Saved', 'Bo Saved'])
  expect(lines[0]).toContain('@example.org')
  expect(await readRecords()).toEqual([{ actor_id: admin.userId, detail: { list: 'users', ...query } }])
  expect((await readLines({ search: 'hyperlink' }))[0]).toMatch(/^"'=HYPERLINK/)
})

test('a HEAD request reads no rows and records no export', async () => {
  const before = await readRecords()
  expect(await readLines({}, 'HEAD')).toEqual([])
  expect(await readRecords()).toEqual(before)
})

test('the file has many pages, and reads one at a time', async () => {
  await site.database.owner.query(
    `insert into profiles (full_name, email, member_id, referral_code, status)
     select 'Eve ' || i, 'eve' || i || '@example.org', 'M' || i, 'R' || i, 'Active' from generate_series(1, 2100) i`,
  )
  const filter = { search: '@example.org', sort: 'joined', order: 'desc' } as const
  const { pages } = readExport(site.deps.db, filter, { actorId: admin.userId })
  const ids = new Set<string>()
  for await (const page of pages) {
    expect(page.length).toBeLessThanOrEqual(1000)
    for (const { id } of page) ids.add(id)
  }
  const { rows } = await site.database.owner.query('select from profiles')
  expect(ids.size).toBe(rows.length)
})

test('the sessions of a person are listed, the last used first, without their tokens', async () => {
  const member = await createMember(site)
  await logIn(site, member.email, 'member')
  const { body } = await call(site, listUserSessions, { params: { userId: member.userId } }, { cookie: admin.cookie })
  expect(body.items).toHaveLength(2)
  expect(Object.keys(body.items[0] ?? {}).toSorted()).toEqual(
    ['created_at', 'expires_at', 'id', 'ip_address', 'last_active_at', 'user_agent'].toSorted(),
  )
  const [first, second] = body.items
  expect(Date.parse(first?.last_active_at ?? '')).toBeGreaterThanOrEqual(Date.parse(second?.last_active_at ?? ''))
  const nobody = '01920000-0000-7000-8000-000000000000'
  const { status } = await call(site, listUserSessions, { params: { userId: nobody } }, { cookie: admin.cookie })
  expect(status).toBe(404)
})
