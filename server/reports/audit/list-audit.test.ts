import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditAction } from '../../../contract/endpoints/audit.ts'
import { exportAuditEvents, getAuditEvent, listAuditEvents } from '../../../contract/audit.ts'
import type { ErrorBody } from '../../../contract/error-body.ts'
import type { CallInput } from '../../../contract/operation.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { fieldTexts } from '../../../contract/texts.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { explain } from '../../../tests/helpers/explain.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'
import { listAudit } from './list-audit.ts'

let site: TestApp
let admin: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  member = await createMember(site)
})
afterAll(async () => site.close())

type Filter = CallInput<typeof listAuditEvents>['query']

const days = ['2001-03-01', '2001-03-02', '2001-03-03', '2001-03-04']

/** Writes an entry for each of the days. */
async function put(action: AuditAction, ipAddress: string | null) {
  await site.database.owner.query(
    `insert into audit_events (action, actor_id, ip_address, created_at) select $1, $2, $3, unnest($4::timestamptz[])`,
    [action, admin.userId, ipAddress, days.map((day) => `${day}T12:00:00Z`)],
  )
}

async function list(query: Filter) {
  return (await call(site, listAuditEvents, { query }, { cookie: admin.cookie })).body
}

describe('the log of one IP address', () => {
  const range = { from: '2001-03-01', to: '2001-03-31' }
  beforeAll(async () => {
    await put('status_changed', '2001:db8::1')
    await put('user_added', '192.0.2.1')
    await put('sign_in_refused', '192.0.2.1')
    await put('package_created', null)
  })
  const actions = async (filter: Filter) => (await list({ ...range, ...filter })).items.map(({ action }) => action)

  test('has the entries from that address, and can be filtered by action and days', async () => {
    expect(await actions({})).toHaveLength(16)
    expect(new Set(await actions({ ip_address: '192.0.2.1' }))).toEqual(new Set(['user_added', 'sign_in_refused']))
    expect(await actions({ ip_address: '2001:db8::1' })).toEqual(Array(4).fill('status_changed'))
    expect(await actions({ ip_address: '192.0.2.1', action: 'user_added', to: '2001-03-02' })).toHaveLength(2)
    expect(await actions({ ip_address: '192.0.2.1', from: '2001-03-04' })).toHaveLength(2)
    expect(await actions({ ip_address: '2001:db8::1', action: 'user_added' })).toEqual([])
    expect(await actions({ ip_address: '192.0.2.10' })).toEqual([])
  })

  test('has no entries without an address, which are in the log all the same', async () => {
    const [event] = (await list({ ...range, action: 'package_created' })).items
    expect(event?.ip_address).toBeNull()
    const params = { eventId: event?.id ?? '' }
    expect((await call(site, getAuditEvent, { params }, { cookie: admin.cookie })).body).toEqual(event)
  })

  test('comes page by page without gaps or repetitions', async () => {
    const filter = { ...range, ip_address: '192.0.2.1' }
    const all = (await list({ ...filter, limit: 100 })).items
    expect(all).toHaveLength(8)
    const paged = []
    let cursor: string | null | undefined
    do {
      const { items, next_cursor: next } = await list({ ...filter, limit: 3, ...(cursor && { cursor }) })
      paged.push(...items)
      cursor = next
    } while (cursor)
    expect(paged).toEqual(all)
    expect(all.map(({ created_at: at }) => at)).toEqual(
      all
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  test('can be exported, and the log records the filter of the export', async () => {
    const proof = await requestProof(site, admin, exportAuditEvents, { query: { ip_address: '2001:db8::1' } })
    const { body } = await site.app.inject({
      url: `${exportAuditEvents.path}?ip_address=2001%3Adb8%3A%3A1`,
      headers: { cookie: admin.cookie, [stepUpHeader]: proof },
    })
    const lines = body.trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).toContain(',status_changed,')
    const [latest] = (await list({ action: 'list_exported' })).items
    expect(latest?.facts).toEqual(expect.arrayContaining([{ name: 'ip_address', value: '2001:db8::1' }]))
  })

  test('has IPv4 addresses in their own form, even if a proxy sends their IPv6 form', async () => {
    const proxied = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const owner = await createAdmin(proxied)
      const { cookie } = owner
      for (const address of ['::FFFF:203.0.113.9', '203.0.113.9', '2001:DB8:0::9']) {
        const proof = await requestProof(proxied, owner, exportAuditEvents, { query: {} })
        const headers = { 'x-forwarded-for': address, [stepUpHeader]: proof, cookie }
        await proxied.app.inject({ url: exportAuditEvents.path, headers })
      }
      const query = { action: 'list_exported' } as const
      const { items } = (await call(proxied, listAuditEvents, { query }, { cookie })).body
      expect(items.map((event) => event.ip_address)).toEqual(['2001:db8::9', '203.0.113.9', '203.0.113.9'])
    } finally {
      await proxied.close()
    }
  })
})

describe('the filter by address refuses', () => {
  async function refuse(query: Filter) {
    const answers = await Promise.all(
      [listAuditEvents, exportAuditEvents].map(async (operation) =>
        call(site, operation, { query }, { cookie: admin.cookie }),
      ),
    )
    return answers.map(({ status, body }) => [status, (body as ErrorBody).message, (body as ErrorBody).fields])
  }
  const twice = (message: string) => {
    const refusal = [400, message, { ip_address: message }]
    return [refusal, refusal]
  }

  test.each(['192.0.2', '192.0.2.01', '2001:DB8::1', '2001:db8:0::1', '192.0.2.0/24', ' 192.0.2.1', ''])(
    'an invalid address, or another spelling than that of the log: %j',
    async (ip_address) => expect(await refuse({ ip_address })).toEqual(twice(fieldTexts.ipAddressSpelling)),
  )

  test('a person at the same time', async () => {
    for (const people of [{ actor_id: admin.userId }, { subject_id: member.userId }])
      expect(await refuse({ ip_address: '192.0.2.1', ...people })).toEqual(twice(fieldTexts.ipAddressOrPeople))
  })
})

describe('a log in which some people and addresses have only one of many actions', () => {
  const busy = '198.51.100.7'
  const ago = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
  const week = { from: ago(10), to: ago(4) }

  // A third of the entries are decisions of one administrator from one address, with a few corrections. The rest are
  // failed logins at other addresses.
  beforeAll(async () => {
    await site.database.owner.query(
      `insert into audit_events (action, ip_address, actor_id, subject_id, created_at)
       select case when i % 3 > 0 then 'sign_in_refused' when i % 6000 = 0 then 'balance_adjusted' when i % 2 = 0 then 'request_approved' else 'request_rejected' end,
              case when i % 3 > 0 then '192.0.2.' || i % 250 else $1 end, case when i % 3 = 0 then $2::uuid end, case when i % 3 = 0 then $3::uuid end,
              now() - i * interval '1 minute'
         from generate_series(1, 20000) i`,
      [busy, admin.userId, member.userId],
    )
    await site.database.owner.query('vacuum analyze audit_events')
  })

  const narrowed = [
    ['all of it', {}],
    ['a rare action', { action: 'balance_adjusted' }],
    ['an action of others', { action: 'sign_in_refused' }],
    ['an action that never was', { action: 'user_added' }],
    ['a week', week],
    ['an action of a week', { action: 'request_approved', ...week }],
    ['an action of others in a week', { action: 'sign_in_refused', ...week }],
  ] satisfies [string, Filter][]

  async function expectDirect(filter: Filter, index: string) {
    const plan = await explain(site.database, async (db) => listAudit(db, { ...filter, limit: 25 }))
    expect(plan).not.toContain('Seq Scan on audit_events')
    expect(plan).toMatch(new RegExp(`Index Scan (Backward using|on) ${index}\\b`))
    expect(plan.match(/audit_by_\w+/g)).toEqual([index])
    // The person or address, the action and the days lead straight to the first entry. The query reads no entry that it
    // then leaves out.
    expect(plan).not.toMatch(/^ +Filter: /m)
  }

  test.each(narrowed)('%s of the address is read by its index alone', async (_, filter) =>
    expectDirect({ ip_address: busy, ...filter }, 'audit_by_address'),
  )
  test.each(narrowed)('%s of the people is read by their index', async (_, filter) => {
    const [who, whom] = [{ actor_id: admin.userId }, { subject_id: member.userId }]
    await expectDirect({ ...who, ...filter }, 'audit_by_actor')
    await expectDirect({ ...whom, ...filter }, 'audit_by_subject')
    await expectDirect({ ...who, ...whom, ...filter }, 'audit_by_both')
  })

  test.each(['192.0.2.1', '203.0.113.254'])(
    'entries from %s are read by the index, too, even if they are few or none',
    async (address) => expectDirect({ ip_address: address }, 'audit_by_address'),
  )
})
