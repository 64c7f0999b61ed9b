import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustBalance } from '../../contract/adjustments.ts'
import { changeSettings } from '../../contract/admin-settings.ts'
import { operations } from '../../contract/operations.ts'
import { getProfile } from '../../contract/profiles.ts'
import { getRequestOrigins } from '../../contract/request-review.ts'
import { cancelRequest } from '../../contract/requests.ts'
import { signOut } from '../../contract/auth.ts'
import { downloadFile } from '../../contract/uploads.ts'
import { exportUsers, getUser, listLoginHistory } from '../../contract/users.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { buy, call, createAdmin, createMember, decide, prove, signInAgain, type Person } from '../helpers/api.ts'
import { attack, startTarget, type Target } from '../helpers/attack.ts'

let target: Target
let owner: Person
let member: Person
beforeAll(async () => {
  target = await startTarget()
  owner = await createAdmin(target.server)
  member = await createMember(target.server)
})
afterAll(async () => target.stop())

async function readLog(actor: Person, action: string) {
  const { rows } = await target.owner.query<{ subject_id: string | null; ip_address: string; detail: object }>(
    'select subject_id, ip_address, detail from audit_events where actor_id = $1 and action = $2 order by id',
    [actor.userId, action],
  )
  return rows
}

async function readOrigins(requestId: string, userId = member.userId) {
  const { rows } = await target.owner.query<Record<string, string>>(
    `select o.ip_address, o.user_agent, o.caller_id, s.user_id as session_of from ledger.call_origins o
       left join sessions s on s.id = o.session_id where o.subject_id = $1 and o.request_id = $2 order by o.created_at`,
    [userId, requestId],
  )
  return rows
}

test('every call for coins leaves its address, browser and session on record, and a repetition does not replace them [A205]', async () => {
  const request = await buy(member, 'Gold')
  const key = crypto.randomUUID()
  const cancel = {
    path: buildUrl(cancelRequest, { params: { requestId: request.id } }),
    headers: { 'idempotency-key': key, 'user-agent': 'Thief 1.0' },
  }
  expect((await attack(target, { ...cancel, as: member, from: '203.0.113.9' })).status).toBe(200)
  const other = await signInAgain(member)
  const again = { 'idempotency-key': key, 'user-agent': 'Harmless 2.0' }
  expect((await attack(target, { ...cancel, headers: again, as: other, from: '198.51.100.4' })).status).toBe(200)
  const [submitted, cancelled, ...more] = await readOrigins(request.id)
  expect(submitted).toMatchObject({ user_agent: 'node', caller_id: member.userId, session_of: member.userId })
  expect(cancelled).toEqual({
    ip_address: '203.0.113.9',
    user_agent: 'Thief 1.0',
    caller_id: member.userId,
    session_of: member.userId,
  })
  expect(more).toEqual([])

  const bought = await buy(member, 'Gold')
  await decide(owner, bought, 'approved')
  const { items } = await call(owner, getRequestOrigins, { params: { userId: member.userId, requestId: bought.id } })
  expect(items.map(({ call: name, caller_name: caller }) => [name, caller])).toEqual([
    ['submit', member.name],
    ['approve', owner.name],
  ])
  const correction = { params: { userId: member.userId }, body: { coins: 5, reason: 'A gift' } }
  const { movement_id: id } = await call(owner, adjustBalance, correction)
  expect(await readOrigins(id ?? '')).toMatchObject([{ caller_id: owner.userId, session_of: owner.userId }])
  const peek = { path: buildUrl(getRequestOrigins, { params: { userId: member.userId, requestId: bought.id } }) }
  expect((await attack(target, { ...peek, method: 'GET', as: member })).status).toBe(403)
  // The application itself can change no origin.
  const { rows } = await target.owner.query(
    `select privilege_type from information_schema.role_table_grants where grantee = 'et_app' and table_name = 'call_origins'`,
  )
  expect(rows).toEqual([{ privilege_type: 'SELECT' }])
})

test('an administrator reads personal pages and files only on record, once in a while for the same data [A206]', async () => {
  const support = await createAdmin(target.server, 'Sue Support', 'support')
  const request = await buy(member, 1000)
  const { userId } = member
  for (let time = 1; time <= 3; time += 1) {
    await call(support, getUser, { params: { userId } })
    await call(support, listLoginHistory, { params: { userId }, query: {} })
  }
  const fileId = request.payment_proof_id ?? ''
  const file = { path: buildUrl(downloadFile, { params: { userId, uploadId: fileId } }), method: 'GET' }
  expect((await attack(target, { ...file, as: support })).status).toBe(200)
  expect((await attack(target, { ...file, as: member })).status).toBe(200)
  const ofMember = { subject_id: userId, ip_address: '127.0.0.1' }
  expect(await readLog(support, 'person_read')).toMatchObject([
    { ...ofMember, detail: { call: 'get_user' } },
    { ...ofMember, detail: { call: 'list_login_history' } },
  ])
  expect(await readLog(support, 'file_read')).toMatchObject([{ ...ofMember, detail: { uploadId: fileId } }])
  expect(await readLog(member, 'file_read')).toEqual([])
})

/** The reads of one person's data that need no entry, each with its reason. */
const unrecorded: Record<string, string> = {
  get_adjustment: 'names the correction of a line of the books',
  get_conversation: 'is the daily work of the chat',
  list_messages: 'is the daily work of the chat',
  list_mentions: 'is the daily work of the chat',
  list_admin_notes: 'is the daily work of the queues, and says what administrators wrote',
  get_payout: 'is the daily work of the payouts',
  get_request: 'is the daily work of the queues',
  get_request_review: 'is the daily work of the queues',
  preview_reversal: 'shows the balances that a reversal would move, before it goes on record',
  get_wallet_qr: 'draws the address of a withdrawal, which stands beside it',
}

test('a profile is read on record by every call, one’s own without an entry, and no read is left out [A313]', async () => {
  const support = await createAdmin(target.server, 'Sam Support', 'support')
  for (const { userId } of [member, support]) await call(support, getProfile, { params: { userId } })
  await call(member, getProfile, { params: { userId: member.userId } })
  expect(await readLog(support, 'person_read')).toMatchObject([
    { subject_id: member.userId, detail: { call: 'get_profile' } },
  ])
  expect(await readLog(member, 'person_read')).toEqual([])
  const reads = operations.filter(
    ({ access, method, path }) => method === 'GET' && access.includes('admin') && path.includes(':userId'),
  )
  const left = reads.filter(({ onRecord }) => !onRecord).map(({ id }) => id)
  expect(left.toSorted()).toEqual(Object.keys(unrecorded).toSorted())
})

test('a call that is refused to an administrator is on record, and a loop of them fills no log [A207]', async () => {
  const auditor = await createAdmin(target.server, 'Ada Auditor', 'auditor')
  const forbidden = { path: changeSettings.path, method: changeSettings.method, body: { et_rate: '9' }, as: auditor }
  for (let time = 1; time <= 5; time += 1) expect((await attack(target, forbidden)).status).toBe(403)
  expect(await readLog(auditor, 'call_refused')).toMatchObject([
    { subject_id: null, detail: { call: 'change_settings', code: 'duty_missing' } },
  ])
})

test('a saved list ends with the session of its reader [A208]', async () => {
  const leaving = await createAdmin(target.server)
  await target.owner.query(
    `insert into profiles (full_name, email, member_id, referral_code)
     select 'Long List', 'long' || n || '@example.org', 'ET-LONG' || n, 'LONG-' || n from generate_series(1, 5000) n`,
  )
  const proof = await prove(leaving, exportUsers, { query: {} })
  const headers = { cookie: `${leaving.session.name}=${leaving.session.value}`, ...proof }
  const answer = await fetch(target.server.url + exportUsers.path, { headers })
  const reader = answer.body?.getReader()
  await reader?.read()
  await call(leaving, signOut, {})
  const readRest = async () => {
    for (;;) if ((await reader?.read())?.done !== false) return
  }
  await expect(readRest()).rejects.toThrow()
})
