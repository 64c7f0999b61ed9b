import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  askAccountClosure,
  beginClosure,
  callOffClosure,
  getAccountClosure,
  keepAccount,
} from '../../../contract/account-closure.ts'
import { signIn } from '../../../contract/auth.ts'
import { closureDays, closureObstacles } from '../../../contract/endpoints/account-closure.ts'
import { listNotices } from '../../../contract/notices.ts'
import { reportNotMe } from '../../../contract/holds.ts'
import type { CallInput, Operation } from '../../../contract/operation.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { getUser } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readAuditEntries } from '../../../tests/helpers/audit-entries.ts'
import { makeClosureDue, readMailsTo, runClosingClock } from '../../../tests/helpers/closure.ts'
import { decide, expectNoViolations, submit } from '../../../tests/helpers/ledger.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { noteSent } from '../../../tests/helpers/payouts.ts'
import { giveCoins } from '../../../tests/helpers/people.ts'
import { makeHash } from '../../../tests/helpers/transfers.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let admin: Person
let member: Person
let memberId: string
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => {
  await expectNoViolations(site.database)
  await site.close()
})
beforeEach(async () => {
  member = await createMember(site)
  await passHolds(site.database.ownerDb, member.userId)
  memberId = (await details()).profile.member_id ?? ''
})

async function proven<O extends Operation>(person: Person, operation: O, input: CallInput<O>) {
  const headers = { [stepUpHeader]: await requestProof(site, person, operation, input) }
  return call(site, operation, input, { cookie: person.cookie, headers })
}

const ask = async (typed = memberId) => proven(member, askAccountClosure, { body: { member_id: typed } })
const state = async () => (await call(site, getAccountClosure, {}, { cookie: member.cookie })).body
const params = () => ({ params: { userId: member.userId } })
const details = async () => (await call(site, getUser, params(), { cookie: admin.cookie })).body
const begin = async () => proven(admin, beginClosure, { ...params(), body: { reason: 'Asked for it in the chat' } })

const runClock = async () => runClosingClock(site)

const stays = () => `The account ${memberId} could not be closed`

const readMails = async (address: string) => readMailsTo(site, address)

describe('a member who closes the account', () => {
  test('types the member ID and proves that it is them, and has seven days to keep it', async () => {
    const input = { body: { member_id: memberId } }
    expect((await call(site, askAccountClosure, input, { cookie: member.cookie })).body.code).toBe('step_up_required')
    expect((await ask('ET-OTHER')).body.code).toBe('member_id_differs')
    const { body } = await ask(memberId.toLowerCase())
    const inDays = (Date.parse(body.waiting?.closes_at ?? '') - Date.now()) / 86_400_000
    expect(inDays).toBeGreaterThan(closureDays - 0.01)
    expect(inDays).toBeLessThanOrEqual(closureDays)
    expect((await ask()).body.code).toBe('closure_waits')
    expect(await runClock()).toBe(0)
    const [mail] = await readMails(member.email)
    expect(mail?.subject).toBe('Your account is going to be closed')
    expect(mail?.text).toContain('This was not me')
    expect((await call(site, keepAccount, {}, { cookie: member.cookie })).body.waiting).toBeNull()
    expect((await readMails(member.email))[0]?.subject).toBe('Your account stays')
  })

  test('reads at each sign-in when it closes', async () => {
    await ask()
    const form = { email: member.email, password, portal: 'member' as const }
    const { body } = await call(site, signIn, { body: form })
    expect(body.session?.closes_at).toBe((await state()).waiting?.closes_at)
  })

  test('is kept from it by coins, with the reason named', async () => {
    await giveCoins(site.database.ownerDb, admin.userId, member.userId, 500)
    expect((await state()).obstacles).toEqual(['balance'])
    expect((await ask()).body.code).toBe('account_not_empty')
    expect(closureObstacles).toContain('balance')
  })

  test('keeps the account by the link "This was not me"', async () => {
    await ask()
    const [mail] = await readMails(member.email)
    const token = /not-me#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await call(site, reportNotMe, { body: { token } })).status).toBe(200)
    expect((await details()).closure).toBeNull()
    const { rows } = await site.database.owner.query<{ outcome: string }>(
      'select outcome from account_closures where user_id = $1',
      [member.userId],
    )
    expect(rows).toEqual([{ outcome: 'not_me' }])
  })
})

describe('an administrator', () => {
  test('begins it with a proof and a reason, and calls it off', async () => {
    expect((await begin()).status).toBe(200)
    expect((await details()).closure).toMatchObject({ is_by_administrator: true })
    expect((await readMails(member.email))[0]?.text).toContain('Asked for it in the chat')
    const off = { ...params(), body: { reason: 'The member thought better of it' } }
    expect((await proven(admin, callOffClosure, off)).status).toBe(200)
    expect((await details()).closure).toBeNull()
    expect((await proven(admin, callOffClosure, off)).body.code).toBe('not_found')
    const by = { actor_id: admin.userId, subject_id: member.userId, ip_address: '127.0.0.1' }
    expect(
      (await readAuditEntries(site.database)).filter(
        ({ action, subject_id: subject }) => subject === member.userId && action.startsWith('closure_'),
      ),
    ).toMatchObject([
      { ...by, action: 'closure_begun', detail: { reason: 'Asked for it in the chat' } },
      { ...by, action: 'closure_called_off', detail: { reason: 'The member thought better of it' } },
    ])
  })

  test('of support may not, and no administrator is closed so', async () => {
    const support = await createAdmin(site, 'Sam Support', 'support')
    const input = { ...params(), body: { reason: 'Asked for it' } }
    expect((await call(site, beginClosure, input, { cookie: support.cookie })).body.code).toBe('duty_missing')
    const other = { params: { userId: support.userId }, body: { reason: 'Asked for it' } }
    expect((await proven(admin, beginClosure, other)).body.code).toBe('not_found')
  })
})

test('a debt is an obstacle', async () => {
  const { owner } = site.database
  await owner.query(
    `INSERT INTO ledger.debts (user_id, owner_id, request_id, coins, remaining) VALUES ($1, $1, uuidv7(), 5, 5)`,
    [member.userId],
  )
  expect((await state()).obstacles).toEqual(['debt'])
  await owner.query(`ALTER TABLE ledger.debts DISABLE TRIGGER USER; DELETE FROM ledger.debts WHERE user_id = '${member.userId}';
    ALTER TABLE ledger.debts ENABLE TRIGGER USER`)
})

test('a request, locked coins, an unfinished payout and a waiting change are obstacles, until they are over', async () => {
  const { database } = site
  await database.owner.query('update profiles set wallet_address = $2 where id = $1', [
    member.userId,
    'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  ])
  await giveCoins(database.ownerDb, admin.userId, member.userId, 1000)
  await passHolds(database.ownerDb, member.userId)
  const withdrawal = await submit(database, member.userId, 'withdrawal', 1000)
  expect((await state()).obstacles).toEqual(['locked', 'requests'])
  await decide(database, admin.userId, member.userId, withdrawal)
  expect((await state()).obstacles).toEqual(['payouts'])
  const payout = {
    userId: member.userId,
    requestId: withdrawal,
    address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    usdt: '10',
  }
  await noteSent(database.ownerDb, payout, { actorId: admin.userId, hash: makeHash() })
  await database.owner.query(`update settings set token_contract = 'T'`)
  expect((await state()).obstacles).toEqual(['payouts'])
  await database.owner.query('update settings set token_contract = null')
  await database.owner.query(
    `INSERT INTO ledger.proposed_changes (kind, fingerprint, subject_id, after, proposer_id) VALUES ('adjustment', $2, $1, '{}', $3)`,
    [member.userId, Buffer.from(randomUUID()), admin.userId],
  )
  expect((await state()).obstacles).toEqual(['proposal'])
  await database.owner.query(
    `UPDATE ledger.proposed_changes SET status = 'declined', closed_at = now(), closed_by = $2 WHERE subject_id = $1`,
    [member.userId, admin.userId],
  )
  expect((await state()).obstacles).toEqual([])
})

test('a closing with something in the way by then is withdrawn, and the member hears why', async () => {
  await ask()
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 2000)
  await makeClosureDue(site.database.owner, member.userId)
  expect(await runClock()).toBe(0)
  expect(await state()).toMatchObject({ waiting: null, withdrawn: { obstacles: ['balance'] } })
  const [mail] = await readMails(member.email)
  expect(mail?.subject).toBe('Your account could not be closed')
  expect(mail?.text).toContain('- The account has coins.')
  const { body } = await call(site, listNotices, { query: {} }, { cookie: member.cookie })
  expect(body.items[0]).toMatchObject({ kind: 'closure_withdrawn', request: null, coins: '0', note: null })
  expect(await readMails(admin.email)).not.toContainEqual(expect.objectContaining({ subject: stays() }))
})

test('the owners of the platform hear that an account stays, which an administrator wanted to close', async () => {
  await begin()
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 2000)
  await makeClosureDue(site.database.owner, member.userId)
  expect(await runClock()).toBe(0)
  const mail = (await readMails(admin.email)).find(({ subject }) => subject === stays())
  expect(mail?.text).toContain('- The account has coins.')
  expect(mail?.text).toContain(`/admin/users/${member.userId}`)
  expect(mail?.text).not.toContain(member.email)
})
