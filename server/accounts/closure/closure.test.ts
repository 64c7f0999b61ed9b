import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  askAccountClosure,
  beginClosure,
  callOffClosure,
  getAccountClosure,
  keepAccount,
} from '../../../contract/account-closure.ts'
import { signIn, signUp } from '../../../contract/auth.ts'
import { openConversation, sendMessage } from '../../../contract/chat.ts'
import { closureDays, closureObstacles } from '../../../contract/endpoints/account-closure.ts'
import { reportNotMe } from '../../../contract/holds.ts'
import type { CallInput, Operation } from '../../../contract/operation.ts'
import { updateProfile } from '../../../contract/own-profile.ts'
import { getProfileByMemberId } from '../../../contract/profiles.ts'
import { forgotPassword } from '../../../contract/recovery.ts'
import { submitTransferRequest } from '../../../contract/requests.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { getUser, listUsers, changeUserStatus } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  password,
  signUpForm,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { makeClosureDue } from '../../../tests/helpers/closure.ts'
import { decide, expectNoViolations, submit } from '../../../tests/helpers/ledger.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { noteSent } from '../../../tests/helpers/payouts.ts'
import { createMember as createRow, giveCoins } from '../../../tests/helpers/people.ts'
import { makeHash } from '../../../tests/helpers/transfers.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { closeDueAccounts } from './close-due.ts'

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

async function runClock(): Promise<number> {
  const { db, events, outbox, config } = site.deps
  const closed = await closeDueAccounts({ db, events, outbox, mailOwner: createMailOwner({ outbox }), config })
  await site.deliverMails()
  return closed
}

async function close(): Promise<void> {
  await makeClosureDue(site.database.owner, member.userId)
  expect(await runClock()).toBe(1)
}

const readMails = async (address: string) =>
  (await openKeptMails(join(site.dataDir, 'mail')).list()).filter(({ to }) => to === address)

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

  test('is told at each sign-in when it closes', async () => {
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

  test('who says that it was not them keeps the account', async () => {
    await ask()
    const [mail] = await readMails(member.email)
    const token = /not-me#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await call(site, reportNotMe, { body: { token } })).status).toBe(200)
    expect((await details()).closure).toBeNull()
    await makeOutcomeExpected('not_me')
  })
})

async function makeOutcomeExpected(outcome: string): Promise<void> {
  const { rows } = await site.database.owner.query<{ outcome: string }>(
    'select outcome from account_closures where user_id = $1 order by id desc limit 1',
    [member.userId],
  )
  expect(rows).toEqual([{ outcome }])
}

describe('an administrator', () => {
  test('begins it with a proof and a reason, and calls it off', async () => {
    expect((await begin()).status).toBe(200)
    expect((await details()).closure).toMatchObject({ is_by_administrator: true })
    expect((await readMails(member.email))[0]?.text).toContain('Asked for it in the chat')
    const off = { ...params(), body: { reason: 'The member thought better of it' } }
    expect((await proven(admin, callOffClosure, off)).status).toBe(200)
    expect((await details()).closure).toBeNull()
    expect((await proven(admin, callOffClosure, off)).body.code).toBe('not_found')
  })

  test('of support may not, and no administrator is closed so', async () => {
    const support = await createAdmin(site, 'Sam Support', 'support')
    const input = { ...params(), body: { reason: 'Asked for it' } }
    expect((await call(site, beginClosure, input, { cookie: support.cookie })).body.code).toBe('duty_missing')
    const other = { params: { userId: support.userId }, body: { reason: 'Asked for it' } }
    expect((await proven(admin, beginClosure, other)).body.code).toBe('not_found')
  })
})

test.each([
  [
    'debt',
    async () =>
      site.database.owner.query(
        `
     INSERT INTO ledger.debts (user_id, owner_id, request_id, coins, remaining) VALUES ($1, $1, uuidv7(), 5, 5)`,
        [member.userId],
      ),
  ],
])('an obstacle is named: %s', async (name, make) => {
  await make()
  expect((await state()).obstacles).toContain(name)
  await site.database.owner.query(
    `ALTER TABLE ledger.debts DISABLE TRIGGER USER; DELETE FROM ledger.debts WHERE user_id = '${member.userId}'; ALTER TABLE ledger.debts ENABLE TRIGGER USER`,
  )
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
})

describe('a closed account', () => {
  test('has no trace of the person in any table, and the books stay', async () => {
    const { database } = site
    const secret = `Zxq${randomUUID().slice(0, 8)}`
    await call(site, updateProfile, { ...params(), body: { full_name: 'Zebulon Quarles' } }, { cookie: member.cookie })
    await database.owner.query(`update profiles set city = $2, wallet_address = $3 where id = $1`, [
      member.userId,
      secret,
      `T${secret}`,
    ])
    const body = { content: `I live in ${secret}`, client_message_id: randomUUID() }
    await call(site, openConversation, { ...params(), body: {} }, { cookie: member.cookie })
    expect((await call(site, sendMessage, { ...params(), body }, { cookie: member.cookie })).status).toBe(200)
    expect(await findText(secret)).toContain('public.chat_messages')
    await giveCoins(database.ownerDb, admin.userId, member.userId, 2000)
    await giveCoins(database.ownerDb, admin.userId, member.userId, -2000)
    await close()
    for (const text of [member.email, 'Zebulon', secret]) expect(await findText(text)).toEqual([])
    const { rows } = await database.owner.query<{ count: string }>(
      'select count(*) from ledger.movements where user_id = $1',
      [member.userId],
    )
    expect(rows).toEqual([{ count: '2' }])
    const left = await database.owner.query<{ name: string }>(
      `select 'sessions' as name from sessions where user_id = $1 union all select 'login_history' from login_history where user_id = $1
       union all select 'known_devices' from known_devices where user_id = $1 union all select 'email_tokens' from email_tokens where user_id = $1
       union all select 'notices' from notices where user_id = $1 union all select 'wallet_addresses' from wallet_addresses where user_id = $1`,
      [member.userId],
    )
    expect(left.rows).toEqual([])
    const { rows: addresses } = await database.owner.query(
      'select from audit_events where actor_id = $1 and ip_address is not null',
      [member.userId],
    )
    expect(addresses).toEqual([])
  })

  test('is unknown at the sign-in and to "Forgot password", and its address is free', async () => {
    await close()
    const mails = await readMails(member.email)
    expect(mails[0]?.subject).toBe('Your account is closed')
    const unknown = await call(site, signIn, { body: { email: 'nobody@example.org', password, portal: 'member' } })
    const closed = await call(site, signIn, { body: { email: member.email, password, portal: 'member' } })
    expect([closed.status, closed.body]).toEqual([unknown.status, unknown.body])
    await call(site, forgotPassword, { body: { email: member.email } })
    expect(await readMails(member.email)).toHaveLength(mails.length)
    expect((await call(site, getAccountClosure, {}, { cookie: member.cookie })).status).toBe(401)
    expect((await call(site, signUp, { body: signUpForm(site, { email: member.email }) })).status).toBe(200)
    expect((await readMails(member.email)).length).toBe(mails.length + 1)
  })

  test('receives no coins, and refers no friend', async () => {
    await close()
    const sender = await createMember(site)
    await giveCoins(site.database.ownerDb, admin.userId, sender.userId, 5000)
    const found = await call(
      site,
      getProfileByMemberId,
      { query: { p_member_id: memberId } },
      { cookie: sender.cookie },
    )
    expect(found.body).toBeNull()
    const body = { recipient_member_id: memberId, amount_coins: 1000 }
    const sent = await call(site, submitTransferRequest, { body }, { cookie: sender.cookie, key: randomUUID() })
    expect(sent.body.code).toBe('recipient_invalid')
    const referred = await call(site, signUp, { body: signUpForm(site, { referredById: memberId }) })
    expect(referred.body.code).toBe('referral_not_found')
    await expect(giveCoins(site.database.ownerDb, admin.userId, member.userId, 5)).rejects.toMatchObject({
      code: 'account_closed',
    })
  })

  test('is listed as closed, and no administrator brings it back', async () => {
    await close()
    const { body } = await call(site, listUsers, { query: { status: 'Closed', limit: 1 } }, { cookie: admin.cookie })
    expect(body.items).toMatchObject([{ id: member.userId, full_name: 'Closed account', status: 'Closed' }])
    const change = { ...params(), body: { status: 'Active' as const, reason: 'By mistake' } }
    expect((await call(site, changeUserStatus, change, { cookie: admin.cookie })).body.code).toBe('account_closed')
    await expect(
      site.database.app.query(`update profiles set status = 'Active' where id = $1`, [member.userId]),
    ).rejects.toMatchObject({ constraint: 'account_closed' })
  })
})

test('mails that wait for a closed account are not sent', async () => {
  const { outbox } = site.deps
  await site.database.appDb
    .transaction()
    .execute((tx) => createMailOwner({ outbox })(tx, member.userId, () => ({ subject: 'Late', text: 'x' })))
  await makeClosureDue(site.database.owner, member.userId)
  await runClock()
  expect((await readMails(member.email)).map(({ subject }) => subject)).not.toContain('Late')
})

test('a transfer that waits for a closed account is refused, and its sender keeps the coins', async () => {
  const sender = await createRow(site.database.ownerDb)
  await giveCoins(site.database.ownerDb, admin.userId, sender.id, 1000)
  await passHolds(site.database.ownerDb, sender.id)
  const transfer = await submit(site.database, sender.id, 'transfer', 1000, { recipientMemberId: memberId })
  await close()
  await expect(decide(site.database, admin.userId, sender.id, transfer)).rejects.toMatchObject({
    code: 'recipient_not_active',
  })
  await decide(site.database, admin.userId, sender.id, transfer, 'rejected')
})

/** Finds the tables in which a text stands anywhere. */
async function findText(text: string): Promise<string[]> {
  const { owner } = site.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'ledger')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query(`SELECT FROM ${name} t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`, [
      text,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}
