import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markConversationRead, openConversation, sendMessage } from '../../../contract/chat.ts'
import { getMailPreferences, saveMailPreferences, stopMails } from '../../../contract/mail-preferences.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { sendToChat, uploadToChat } from '../../../tests/helpers/chat-files.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'
import { mailReplies } from './reply-mails.ts'

let site: TestApp
let admin: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
beforeEach(async () => {
  member = await createMember(site)
})
afterAll(() => site.close())

const run = () => mailReplies({ ...site.deps, mailOwner: createMailOwner(site.deps) })
const secret = 'Your payment arrived on Monday'

async function write(from: Person, to = member): Promise<void> {
  const body = { client_message_id: randomUUID(), content: secret }
  expect((await call(site, sendMessage, { params: { userId: to.userId }, body }, from)).status).toBe(200)
}
const read = (number: number) =>
  call(site, markConversationRead, { params: { userId: member.userId }, body: { number } }, member)

/** Lets minutes pass in all conversations. */
async function wait(minutes: number): Promise<void> {
  await site.database.owner.query(
    `update chat_conversations set reply_due_at = reply_due_at - make_interval(mins => $1)`,
    [minutes],
  )
}

async function mailsOf({ email }: Person) {
  await site.deliverMails()
  const all = await openKeptMails(site.deps.mailFolder ?? '').list()
  return all.filter(({ to, subject }) => to === email && !subject.startsWith('Confirm'))
}

test('a member who does not read an answer for ten minutes is mailed, without the answer', async () => {
  await write(admin)
  await wait(9)
  expect(await run()).toBe(0)
  await wait(1)
  expect(await run()).toBe(1)
  const [mail, ...others] = await mailsOf(member)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Support has answered you')
  expect(mail?.text).toContain('/dashboard?openChat=true\n')
  expect(mail?.text).toMatch(/\/unsubscribe#token=[\w-]{60,}/)
  expect(mail?.text).not.toContain('payment arrived')
})

test('the mail says that a file came, without the file, its name or the text', async () => {
  const { body: file } = await uploadToChat(site, { from: admin, to: member })
  await sendToChat(site, { from: admin, to: member, content: secret, files: [{ id: file.id, name: 'contract' }] })
  await write(admin)
  await wait(10)
  expect(await run()).toBe(1)
  const [mail] = await mailsOf(member)
  expect(mail?.text).toContain('Support has sent you a file in the chat, and you have not seen it yet.')
  expect(mail?.text).not.toMatch(/payment arrived|contract/)
})

test('one mail comes for each absence, however many answers there are', async () => {
  await write(admin)
  await wait(5)
  await write(admin)
  await wait(5)
  expect(await run()).toBe(1)
  await write(admin)
  await wait(60)
  expect(await run()).toBe(0)
  await read(3)
  await wait(60)
  expect(await run()).toBe(0)
  await write(admin)
  await wait(10)
  expect(await run()).toBe(1)
  expect(await mailsOf(member)).toHaveLength(2)
})

test('a member who has read in time gets none, by the mark or by opening the chat', async () => {
  await write(member)
  await write(admin)
  await read(2)
  await write(admin)
  await call(site, openConversation, { params: { userId: member.userId }, body: {} }, member)
  await wait(20)
  expect(await run()).toBe(0)
  await write(admin)
  await write(admin)
  await wait(9)
  // One of two is read. The other one gets its own ten minutes.
  await read(4)
  await wait(9)
  expect(await run()).toBe(0)
  await wait(1)
  expect(await run()).toBe(1)
})

test('neither the own messages nor an administrator who opens the chat change the mail', async () => {
  await write(member)
  await wait(60)
  expect(await run()).toBe(0)
  await write(admin)
  await write(member)
  await call(site, openConversation, { params: { userId: member.userId }, body: {} }, admin)
  await call(site, markConversationRead, { params: { userId: member.userId }, body: { number: 3 } }, admin)
  await wait(10)
  expect(await run()).toBe(1)
})

test('the mail is in the language of the member, and a suspended one gets none', async () => {
  await site.database.owner.query(`update credentials set language = 'de' where user_id = $1`, [member.userId])
  const suspended = await createMember(site)
  await write(admin)
  await write(admin, suspended)
  await site.database.owner.query(`update profiles set status = 'Suspended' where id = $1`, [suspended.userId])
  await wait(10)
  expect(await run()).toBe(1)
  expect((await mailsOf(member)).map(({ subject }) => subject)).toEqual(['Der Support hat Ihnen geantwortet'])
})

test('a member switches these mails off, and gets none of what came before when they are on again', async () => {
  await write(admin)
  await call(site, saveMailPreferences, { body: { chat: false } }, member)
  await wait(10)
  expect(await run()).toBe(0)
  await call(site, saveMailPreferences, { body: { chat: true } }, member)
  await wait(10)
  expect(await run()).toBe(0)
})

test('the link of the mail switches off these mails alone, and no bit of it can be changed to another group [A331]', async () => {
  await write(admin)
  await wait(10)
  await run()
  const [mail] = await mailsOf(member)
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const bytes = Buffer.from(token, 'base64url')
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    const answer = await call(site, stopMails, { body: { token: changed.toString('base64url') } })
    expect([place, answer.body.code]).toEqual([place, 'link_invalid'])
  }
  const wishes = { decisions: true, coins: true, rewards: true, payouts: true, chat: true }
  expect((await call(site, getMailPreferences, {}, member)).body).toEqual(wishes)
  expect((await call(site, stopMails, { body: { token } })).body).toEqual({ group: 'chat' })
  expect((await call(site, getMailPreferences, {}, member)).body).toEqual({ ...wishes, chat: false })
})

test('servers at work at once write each mail once, and one that dies loses none', async () => {
  const members = [member, await createMember(site), await createMember(site)]
  for (const one of members) await write(admin, one)
  await wait(10)
  const mailOwner = () => Promise.reject(new Error('no mail'))
  await expect(mailReplies({ ...site.deps, mailOwner })).rejects.toThrow('no mail')
  const counts = await Promise.all(Array.from({ length: 5 }, run))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  for (const one of members) expect(await mailsOf(one)).toHaveLength(1)
})
