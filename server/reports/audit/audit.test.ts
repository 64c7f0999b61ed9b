import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adjustBalance } from '../../../contract/adjustments.ts'
import { payoutActions } from '../../../contract/endpoints/payouts.ts'
import * as contract from '../../../contract/audit.ts'
import { auditActionNames } from '../../../contract/endpoints/audit.ts'
import type { AuditAction } from '../../../contract/endpoints/audit.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { CallInput, Operation } from '../../../contract/operation.ts'
import { operations } from '../../../contract/operations.ts'
import { decideRequest } from '../../../contract/requests.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { changeUserStatus } from '../../../contract/users.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import * as ledger from '../../money/ledger/ledger.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

const serverDir = join(import.meta.dirname, '../..')

let site: TestApp
let admin: Person
let other: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  other = await createAdmin(site, 'Katherine Johnson')
  member = await createMember(site)
})
afterAll(async () => site.close())

type Filter = CallInput<typeof contract.listAuditEvents>['query']

async function list(query: Filter = {}) {
  return (await call(site, contract.listAuditEvents, { query }, { cookie: admin.cookie })).body
}

/** Writes an event of that moment into the log. */
async function put(action: AuditAction, actorId: string | null, subjectId: string | null, at: string) {
  await site.database.owner.query(
    'insert into audit_events (action, actor_id, subject_id, created_at) values ($1, $2, $3, $4)',
    [action, actorId, subjectId, at],
  )
}

test('every recorded action has a name, and every name belongs to an action', () => {
  const read = (ending: RegExp) =>
    readdirSync(serverDir, { recursive: true, encoding: 'utf8' })
      .filter((path) => ending.test(path) && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(serverDir, path), 'utf8'))
      .join('\n')
  const [program, statements] = [read(/\.ts$/), read(/\.sql$/)]
  // A limit of a call names the action that records its refusals.
  const flags = Object.values(ownLimits)
    .flat()
    .flatMap(({ flag }) => (flag ? [`'${flag}'`] : []))
    .join()
  // The functions of audit-trail.ts accept only actions that have words, and no other code of the program writes to the log.
  expect(program.match(/insertInto\('audit_events'\)|into audit_events/gi)).toHaveLength(1)
  const inserted = [
    ...statements.matchAll(/insert into (?:public\.)?audit_events[^;]+;|perform (?:ledger\.)?record_[^;]+;/gi),
  ].join('\n')
  expect(new Set(inserted.match(/(?<=THEN ')\w+|(?<=ELSE ')\w+/g))).toEqual(
    new Set([
      'request_approved',
      'wallet_warnings_acknowledged',
      'warnings_acknowledged',
      'request_rejected',
      'closure_asked',
      'closure_begun',
      'account_kept',
      'closure_called_off',
      'email_change_asked',
      'email_correction_asked',
      'rate_changed',
      'deposit_changed',
      'settings_changed',
      'package_created',
      'package_updated',
    ]),
  )
  const ofPayouts = payoutActions.map((action) => `'payout_${action}'`).join()
  const reads = operations.map(({ onRecord }: Operation) => `'${onRecord}'`).join()
  const written = program + inserted + flags + reads + ofPayouts
  expect(auditActionNames.filter((action) => !written.includes(`'${action}'`))).toEqual([])
})

test('an action is recorded with administrator, member, old and new values, reason, IP address and time', async () => {
  const params = { userId: member.userId }
  const reason = 'Asked to by phone.'
  await call(site, changeUserStatus, { params, body: { status: 'Suspended', reason } }, { cookie: admin.cookie })
  await call(site, changeUserStatus, { params, body: { status: 'Active', reason } }, { cookie: admin.cookie })
  const [latest, earlier] = (await list()).items
  expect(latest).toEqual({
    id: latest?.id,
    action: 'status_changed',
    actor: { id: admin.userId, full_name: 'Grace Hopper', email: admin.email, member_id: null },
    subject: {
      id: member.userId,
      full_name: 'Ada Lovelace',
      email: member.email,
      member_id: latest?.subject?.member_id,
    },
    ip_address: '127.0.0.1',
    changes: [{ field: 'status', before: 'Suspended', after: 'Active' }],
    facts: [{ name: 'reason', value: reason }],
    created_at: latest?.created_at,
  })
  expect(latest?.subject?.member_id).toMatch(/\w/)
  expect(Date.now() - Date.parse(latest?.created_at ?? '')).toBeLessThan(60_000)
  expect(earlier?.changes).toEqual([{ field: 'status', before: 'Active', after: 'Suspended' }])
  const one = await call(
    site,
    contract.getAuditEvent,
    { params: { eventId: latest?.id ?? '' } },
    { cookie: admin.cookie },
  )
  expect(one.body).toEqual(latest)
  const none = { params: { eventId: '01920000-0000-7000-8000-000000000000' } }
  expect((await call(site, contract.getAuditEvent, none, { cookie: admin.cookie })).status).toBe(404)
})

test('a decision and an adjustment are recorded once each, with their IP address', async () => {
  const key = () => crypto.randomUUID()
  const body = { coins: 5000, reason: 'Opening balance' }
  await call(site, adjustBalance, { params: { userId: member.userId }, body }, { cookie: admin.cookie, key: key() })
  await site.database.owner.query(
    `update profiles set wallet_address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' where id = $1`,
    [member.userId],
  )
  await passHolds(site.database.ownerDb, member.userId)
  const submission = { token: null, userId: member.userId, kind: 'withdrawal', coins: 1000, usdtRate: '1' } as const
  const first = await ledger.submit(site.database.ownerDb, { ...submission, key: key() })
  const second = await ledger.submit(site.database.ownerDb, { ...submission, key: key() })
  const decide = async (requestId: string, status: 'approved' | 'rejected', decisionKey = key()) =>
    call(
      site,
      decideRequest,
      { params: { userId: member.userId, requestId }, body: { status, admin_notes: 'As agreed' } },
      { cookie: other.cookie, key: decisionKey },
    )
  const again = key()
  await decide(first.requestId, 'approved', again)
  expect((await decide(first.requestId, 'approved', again)).status).toBe(200)
  expect((await decide(first.requestId, 'rejected')).status).toBe(409)
  await decide(second.requestId, 'rejected')
  const fact = (name: string, value: string) => ({ name, value })
  const facts = (requestId: string): unknown =>
    expect.arrayContaining([
      fact('kind', 'withdrawal'),
      fact('coins', '1000'),
      fact('notes', 'As agreed'),
      fact('requestId', requestId),
    ])
  const shared = { actor: { id: other.userId }, subject: { id: member.userId }, ip_address: '127.0.0.1' }
  const { items } = await list({ subject_id: member.userId, limit: 3 })
  expect(items).toMatchObject([
    {
      ...shared,
      action: 'request_rejected',
      changes: [{ field: 'status', before: 'pending', after: 'rejected' }],
      facts: facts(second.requestId),
    },
    { ...shared, action: 'request_approved', facts: facts(first.requestId) },
    { action: 'balance_adjusted', actor: { id: admin.userId }, ip_address: '127.0.0.1' },
  ])
})

describe('a filter of the log', () => {
  const days = ['2001-03-01T00:00:00Z', '2001-03-01T23:59:59.999Z', '2001-03-02T00:00:00Z', '2001-03-03T12:00:00Z']
  const range = { from: '2001-03-01', to: '2001-03-31' }
  let total = 0

  beforeAll(async () => {
    for (const at of days) {
      await put('package_created', admin.userId, null, at)
      await put('status_changed', other.userId, member.userId, at)
      await put('user_added', admin.userId, member.userId, at)
      await put('sign_in_refused', null, null, at)
      total += 4
    }
  })

  const actions = async (filter: Filter) => (await list({ ...range, ...filter })).items.map(({ action }) => action)

  test('takes days, both included, an action, an administrator, a member, and all of these at once', async () => {
    expect((await list(range)).items).toHaveLength(total)
    expect(await actions({ to: '2001-03-01' })).toHaveLength(8)
    expect(await actions({ from: '2001-03-02', to: '2001-03-02' })).toHaveLength(4)
    expect(new Set(await actions({ action: 'user_added' }))).toEqual(new Set(['user_added']))
    expect(new Set(await actions({ actor_id: admin.userId }))).toEqual(new Set(['package_created', 'user_added']))
    expect(new Set(await actions({ subject_id: member.userId }))).toEqual(new Set(['status_changed', 'user_added']))
    const both = { actor_id: other.userId, subject_id: member.userId }
    expect(await actions(both)).toEqual(Array(4).fill('status_changed'))
    expect(await actions({ ...both, action: 'user_added' })).toEqual([])
    expect(await actions({ ...both, action: 'status_changed', from: '2001-03-03' })).toEqual(['status_changed'])
  })

  test.each([{}, { actor_id: 'admin' }, { subject_id: 'member' }, { action: 'status_changed' }])(
    'gives pages without gaps or repetitions: %j',
    async (named) => {
      const ids = { admin: admin.userId, member: member.userId }
      const filter = {
        ...range,
        ...Object.fromEntries(
          Object.entries(named).map(([name, value]) => [name, ids[value as keyof typeof ids] ?? value]),
        ),
      } as Filter
      const all = (await list({ ...filter, limit: 100 })).items
      const paged = []
      let cursor: string | null | undefined
      do {
        const { items, next_cursor: next } = await list({ ...filter, limit: 3, ...(cursor && { cursor }) })
        paged.push(...items)
        cursor = next
      } while (cursor)
      expect(paged).toEqual(all)
      const moments = all.map(({ created_at: at }) => at)
      expect(moments).toEqual(moments.toSorted().toReversed())
    },
  )

  test('is refused if it is unknown', async () => {
    const wrong = [
      { action: 'x' },
      { actor_id: '1 or 1=1' },
      { from: '0000-01-01' },
      { to: 'yesterday' },
      { sort: 'ip' },
    ]
    for (const query of [...wrong, { cursor: 'eyJ9' }, { limit: '101' }]) {
      const { status } = await call(site, contract.listAuditEvents, { query: query as never }, { cookie: admin.cookie })
      expect([query, status]).toEqual([query, 400])
    }
  })

  test('applies to the file, too, which is recorded itself and contains no formulas [A101]', async () => {
    const detail = { before: { wallet_address: null }, after: { wallet_address: '=1+1' }, reason: '=cmd()' }
    const about = { actorId: other.userId, subjectId: other.userId, ipAddress: '192.0.2.1' }
    await inTransaction(site.database.appDb, async (tx) => {
      await recordAudit(tx, { action: 'wallet_changed', ...about, detail })
      await recordAudit(tx, { action: 'wallet_changed', ...about, ipAddress: '=2+2', detail })
    })
    const query = { actor_id: other.userId, action: 'wallet_changed' } as const
    const proof = await requestProof(site, admin, contract.exportAuditEvents, { query })
    const { body, statusCode } = await site.app.inject({
      url: `${contract.exportAuditEvents.path}?actor_id=${other.userId}&action=wallet_changed`,
      headers: { cookie: admin.cookie, [stepUpHeader]: proof },
    })
    expect(statusCode).toBe(200)
    const lines = body.split('\r\n')
    expect(lines[0]).toContain('Date (UTC),What,Action,Who')
    expect(lines.slice(1).filter(Boolean)).toHaveLength(2)
    expect(body).toContain('wallet_address: none')
    expect(body).toContain(`'=2+2`)
    expect(body).not.toMatch(/(^|,|")=/m)
    const [latest] = (await list({ actor_id: admin.userId })).items
    expect(latest).toMatchObject({
      action: 'list_exported',
      facts: expect.arrayContaining([{ name: 'list', value: 'audit log' }]) as unknown,
    })
  })
})
