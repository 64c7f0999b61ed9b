import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAuditEvents, listAuditEvents } from '../../contract/audit.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { buy, call, createAdmin, createMember, decide, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'
import { provenCall } from '../helpers/proven-call.ts'

let target: Target
let admin: Person
let member: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
  member = await createMember(target.server)
  await decide(admin, await buy(member, 'Gold'), 'approved')
})
afterAll(async () => target.stop())

test('the login of the application can change or remove neither the log, the books nor the requests [A123]', async () => {
  const stolen = new pg.Pool({ connectionString: target.server.databaseUrl('app'), max: 1 })
  const tables = [
    'audit_events',
    'rate_changes',
    'deposit_changes',
    'wallet_changes',
    'login_history',
    'ledger.movements',
    'ledger.lines',
    'ledger.commands',
    'ledger.requests',
    'ledger.accounts',
  ]
  const statements = [
    ...tables.flatMap((table) => [
      `update ${table} set created_at = now()`.replace(
        'ledger.accounts set created_at = now()',
        'ledger.accounts set available = 1',
      ),
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `drop table ${table} cascade`,
      `alter table ${table} disable trigger all`,
    ]),
    `insert into audit_events (action, created_at) values ('package_created', '2001-01-01')`,
    `insert into rate_changes (actor_id, old_rate, new_rate) values ('${admin.userId}', 1, 2)`,
    'update settings set et_rate = 1',
    'update settings set step_up_usd = 1000000',
    'set role et_owner',
    'set session_replication_role = replica',
  ]
  try {
    expect(
      (await stolen.query<{ n: number }>('select count(*)::int as n from audit_events')).rows[0]?.n,
    ).toBeGreaterThan(1)
    await expectUnchanged(target, async () => {
      for (const statement of statements) {
        const refusal = await stolen.query(statement).then(
          () => 'done',
          (error: pg.DatabaseError) => `${error.code} ${error.message}`,
        )
        // The login's privileges refuse these statements, before the triggers against the tables' owner run.
        expect([statement, refusal]).toEqual([
          statement,
          expect.stringMatching(/^42501 (permission denied|must be owner)/),
        ])
      }
    })
  } finally {
    await stolen.end()
  }
})

test('no member reads the log, no call writes it, and unknown filters are refused [A123]', async () => {
  const { path } = listAuditEvents
  await expectUnchanged(target, async () => {
    expect((await attack(target, { method: 'GET', path, as: member })).status).toBe(403)
    expect((await attack(target, { method: 'GET', path })).status).toBe(401)
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
      const outcome = await attack(target, { method, path, as: admin, body: {} })
      expect([method, outcome.status]).toEqual([method, 405])
    }
    const queries = [
      'sort=password_hash',
      'order=;drop',
      'limit=1000000000',
      'limit=-1',
      'action=x',
      `actor_id=${encodeURIComponent("' or true --")}`,
      'subject_id=1',
      'from=2026-13-45',
      'to=infinity',
      'cursor=%00',
      `cursor=${Buffer.from('["1;drop",1]').toString('base64url')}`,
    ]
    for (const query of queries) {
      const outcome = await attack(target, { method: 'GET', path: `${path}?${query}`, as: admin })
      expect([query, outcome.status, outcome.body?.code]).toEqual([query, 400, 'invalid_request'])
      expectNoInternals(outcome)
    }
  })
})

test('the log and its file take one valid IP address as a filter, and no person beside it [A123]', async () => {
  const queries = [
    "ip_address=' or true --",
    'ip_address=%',
    'ip_address=127.0.0._',
    'ip_address=127.0.0.0/8',
    'ip_address=127.1',
    'ip_address=2130706433',
    'ip_address=127.0.0.01',
    'ip_address=127.0.0.1\0',
    'ip_address=127.0.0.1\n',
    'ip_address=fe80::1%eth0',
    'ip_address=::1]/?x=[',
    'ip_address=FE80::1',
    'ip_address=',
    `ip_address=${'1'.repeat(8000)}`,
    'ip_address=127.0.0.1&ip_address=127.0.0.2',
    `ip_address=127.0.0.1&actor_id=${admin.userId}`,
    `ip_address=127.0.0.1&subject_id=${member.userId}`,
  ]
  await expectUnchanged(target, async () => {
    for (const { path } of [listAuditEvents, exportAuditEvents]) {
      for (const query of queries) {
        const address = `${path}?${new URLSearchParams(query).toString()}`
        const outcome = await attack(target, { method: 'GET', path: address, as: admin })
        expect([query, outcome.status, Object.keys(outcome.body?.fields ?? {})]).toEqual([query, 400, ['ip_address']])
        expectNoInternals(outcome)
      }
      expect((await attack(target, { method: 'GET', path: `${path}?ip_address=127.0.0.1`, as: member })).status).toBe(
        403,
      )
    }
  })
  const found = await call(admin, listAuditEvents, { query: { ip_address: '127.0.0.1' } })
  expect(found.items.map(({ action }) => action)).toContain('request_approved')
})

test('a change of the settings is refused for members, without a proof, and with a proof for another change', async () => {
  const { revision } = await call(admin, getAdminSettings, {})
  const change = { method: 'PATCH', path: changeSettings.path }
  const body = { revision, et_rate: '5', deposit_address: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9' }
  const { proof } = await call(admin, stepUp, {
    body: { ...provenCall(changeSettings, { body: { revision, et_rate: '5' } }), password },
  })
  await expectUnchanged(target, async () => {
    expect((await attack(target, { ...change, body })).status).toBe(401)
    expect((await attack(target, { ...change, body, as: member })).status).toBe(403)
    for (const headers of [{}, { [stepUpHeader]: proof }, { [stepUpHeader]: 'x'.repeat(43) }]) {
      const outcome = await attack(target, { ...change, body, as: admin, headers })
      expect([outcome.status, outcome.body?.code]).toEqual([401, 'step_up_required'])
    }
    const more = await attack(target, { ...change, body: { ...body, is_demo: true, updated_at: 'now' }, as: admin })
    expect([more.status, Object.keys(more.body?.fields ?? {})]).toEqual([400, ['is_demo', 'updated_at']])
    const foreign = await attack(target, { ...change, body, as: admin, headers: { origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
  })
})
