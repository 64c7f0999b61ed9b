import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccountClosure } from '../../../contract/account-closure.ts'
import { addAdminNote, listAdminNotes } from '../../../contract/admin-notes.ts'
import { signIn, signUp } from '../../../contract/auth.ts'
import { openConversation, sendMessage } from '../../../contract/chat.ts'
import { correctDetails } from '../../../contract/email-change.ts'
import { updateProfile } from '../../../contract/own-profile.ts'
import { getProfileByMemberId } from '../../../contract/profiles.ts'
import { forgotPassword } from '../../../contract/recovery.ts'
import { submitTransferRequest } from '../../../contract/requests.ts'
import { changeUserStatus, getUser, listUsers } from '../../../contract/users.ts'
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
import { sendToChat, uploadToChat } from '../../../tests/helpers/chat-files.ts'
import { findText, makeClosureDue, readMailsTo, runClosingClock } from '../../../tests/helpers/closure.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { letRowsBeGone, listStored, makeOlder } from '../../../tests/helpers/list-stored.ts'
import { decide, expectNoViolations, submit } from '../../../tests/helpers/ledger.ts'
import { createMember as createRow, giveCoins } from '../../../tests/helpers/people.ts'
import { sweepUploads } from '../../money/slips/sweep-uploads.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'

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
  const { body } = await call(site, getUser, params(), { cookie: admin.cookie })
  memberId = body.profile.member_id ?? ''
})

const params = () => ({ params: { userId: member.userId } })
const readMails = async (address: string) => readMailsTo(site, address)

async function close(): Promise<void> {
  await makeClosureDue(site.database.owner, member.userId)
  expect(await runClosingClock(site)).toBe(1)
}

describe('a closed account', () => {
  test('has no trace of the person in any table, and the books stay', async () => {
    const { database } = site
    const secret = `Zxq${randomUUID().slice(0, 8)}`
    await call(site, updateProfile, { ...params(), body: { full_name: 'Zebulon Quarles' } }, { cookie: member.cookie })
    await database.owner.query('update profiles set wallet_address = $2 where id = $1', [member.userId, `T${secret}`])
    const correction = { ...params(), body: { city: secret, reason: 'As asked in the chat' } }
    expect((await call(site, correctDetails, correction, { cookie: admin.cookie })).status).toBe(200)
    const body = { content: `I live in ${secret}`, client_message_id: randomUUID() }
    await call(site, openConversation, { ...params(), body: {} }, { cookie: member.cookie })
    expect((await call(site, sendMessage, { ...params(), body }, { cookie: member.cookie })).status).toBe(200)
    expect(await findText(database.owner, secret)).toEqual(
      expect.arrayContaining(['public.audit_events', 'public.chat_messages']),
    )
    await giveCoins(database.ownerDb, admin.userId, member.userId, 2000)
    await giveCoins(database.ownerDb, admin.userId, member.userId, -2000)
    await close()
    for (const text of [member.email, 'Zebulon', secret]) expect(await findText(database.owner, text)).toEqual([])
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

  test('leaves in the log that a name was changed, and neither name', async () => {
    const body = { full_name: 'Zebulon Quarles' }
    expect((await call(site, updateProfile, { ...params(), body }, { cookie: member.cookie })).status).toBe(200)
    const readNames = async () =>
      site.database.owner.query(
        `select ip_address, detail from audit_events where subject_id = $1 and action = 'name_changed'`,
        [member.userId],
      )
    const kept = { before: { full_name: 'Ada Lovelace' }, after: body }
    expect((await readNames()).rows).toEqual([{ ip_address: '127.0.0.1', detail: kept }])
    await close()
    const blank = { full_name: 'Closed account' }
    expect((await readNames()).rows).toEqual([{ ip_address: null, detail: { before: blank, after: blank } }])
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

  test('gets no note, no message and no file, and its notes can be read', async () => {
    const add = async () =>
      call(site, addAdminNote, { ...params(), body: { content: 'Called Zebulon.' } }, { cookie: admin.cookie })
    const send = async () => sendToChat(site, { from: admin, to: member, content: 'Hello Zebulon' })
    const upload = async () => uploadToChat(site, { from: admin, to: member })
    for (const attempt of [add, send, upload]) expect((await attempt()).status).toBe(200)
    await close()
    for (const attempt of [add, send, upload]) expect((await attempt()).body.code).toBe('not_found')
    const notes = await call(site, listAdminNotes, { ...params(), query: {} }, { cookie: admin.cookie })
    expect(notes.body.items).toMatchObject([{ content: null }])
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

test('files of the chat of a closed account leave a bucket once no backup of the database names them', async () => {
  const { body: file } = await uploadToChat(site, { from: member, to: member })
  await sendToChat(site, { from: member, to: member, files: [file] })
  const paths = async () =>
    (await listStored(site.deps.files)).map(({ path }) => path).filter((path) => path.startsWith(member.userId))
  const [path] = await paths()
  const bucket = { ...makeOlder(site.deps.files, 1_000), keptDays: 30 }
  const sweep = async () => sweepUploads({ db: site.database.appDb, files: bucket }, 2)
  await close()
  for (const days of [0, 29]) {
    await letRowsBeGone(site.database, days)
    await sweep()
    expect(await paths()).toEqual([path])
  }
  await letRowsBeGone(site.database, 2)
  await sweep()
  expect(await paths()).toEqual([])
  const { rows } = await site.database.owner.query('select from removed_files where user_id = $1', [member.userId])
  expect(rows).toEqual([])
})

test('mails that wait for a closed account are not sent', async () => {
  const { outbox } = site.deps
  await site.database.appDb
    .transaction()
    .execute((tx) => createMailOwner({ outbox })(tx, member.userId, () => ({ subject: 'Late', text: 'x' })))
  await makeClosureDue(site.database.owner, member.userId)
  await runClosingClock(site)
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
