import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { membersReadDaily } from '../../contract/limits.ts'
import { searchEverything } from '../../contract/search.ts'
import { getUser, listUsers } from '../../contract/users.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { readMailSubjects } from '../helpers/two-factor.ts'

let site: TestApp
let owner: Person
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: 'on' })
  owner = await createAdmin(site)
  for (let made = 0; made < 8; made += 1) await createMember(site)
})
afterAll(async () => site.close())

const list = async ({ cookie }: Person, limit: number) => {
  const { status, body } = await call(site, listUsers, { query: { order: 'asc', limit } }, { cookie })
  return [status, body.code]
}
const bucketOf = ({ userId }: Person) => createHash('sha256').update(`members_read_daily\n${userId}`).digest()

/** Leaves the administrator so many members to read about. */
async function leave(admin: Person, members: number): Promise<void> {
  await site.database.owner.query(
    `insert into rate_limits (key, full_at) values ($1, clock_timestamp() + make_interval(secs => $2))
       on conflict (key) do update set full_at = excluded.full_at`,
    [bucketOf(admin), ((membersReadDaily - members - 0.5) * 86_400) / membersReadDaily],
  )
}

async function countRead(admin: Person): Promise<number> {
  const { rows } = await site.database.owner.query<{ members: number }>(
    `select round(extract(epoch from full_at - clock_timestamp()) * $2 / 86400)::int as members from rate_limits where key = $1`,
    [bucketOf(admin), membersReadDaily],
  )
  return rows[0]?.members ?? 0
}

test('a stolen session of an administrator reads the members of a day, and no further page of the list [A250]', async () => {
  const support = await createAdmin(site, 'Noor Haddad', 'support')
  await leave(support, 5)
  expect(await list(support, 5)).toEqual([200, undefined])
  const before = await readTableDigests(site.database.owner)
  expect(await list(support, 9)).toEqual([429, 'too_many_requests'])
  const search = await call(site, searchEverything, { query: { q: 'Ada' } }, { cookie: support.cookie })
  expect(search.status).toBe(429)
  // The same members as before stay in reach.
  expect(await list(support, 5)).toEqual([200, undefined])
  const after = await readTableDigests(site.database.owner)
  const traces = ['public.audit_events', 'public.mail_outbox', 'public.rate_limits', 'public.sessions']
  for (const table of traces) delete before[table]
  for (const table of traces) delete after[table]
  expect(after).toEqual(before)
  const { rows } = await site.database.owner.query(
    `select action from audit_events where actor_id = $1 and action <> 'admin_signed_up'`,
    [support.userId],
  )
  expect(rows).toEqual([{ action: 'members_read_limited' }])
  await site.deliverMails()
  const subject = 'An administrator has read about very many members'
  expect((await readMailSubjects(site, owner)).filter((one) => one === subject)).toEqual([subject])
})

test('a member counts once a day, however often and on every page', async () => {
  const auditor = await createAdmin(site, 'Grace Hopper', 'auditor')
  expect(await list(auditor, 4)).toEqual([200, undefined])
  const read = await countRead(auditor)
  expect(read).toBeGreaterThan(0)
  for (let again = 0; again < 20; again += 1) await list(auditor, 4)
  const { items } = (await call(site, listUsers, { query: { order: 'asc', limit: 4 } }, auditor)).body
  const known = items.find(({ role }) => role === 'user') ?? expect.unreachable()
  await call(site, getUser, { params: { userId: known.id } }, auditor)
  expect(await countRead(auditor)).toBe(read)
})
