import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getMailPreferences, saveMailPreferences, stopMails } from '../../../contract/mail-preferences.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { decide, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { giveCoins } from '../../../tests/helpers/people.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { mailNotices } from './mail-notices.ts'

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

const run = () => mailNotices({ ...site.deps, mailOwner: createMailOwner({ outbox: site.deps.outbox }) })

async function readMails(person: Person) {
  await run()
  await site.deliverMails()
  const all = await openKeptMails(site.deps.mailFolder ?? '').list()
  return all.filter(({ to, subject }) => to === person.email && !subject.startsWith('Confirm')).toReversed()
}
const subjectsOf = async (person: Person) => (await readMails(person)).map(({ subject }) => subject)

const buy = () => submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })

test('a decision is mailed with its note, and with links to the request and out of such mails', async () => {
  const requestId = await buy()
  await decide(site.database, admin.userId, member.userId, requestId, 'rejected')
  const [mail, ...others] = await readMails(member)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Your purchase B-\S+ was rejected$/)
  expect(mail?.text).toContain('No coins were credited.')
  expect(mail?.text).toContain(`/dashboard/activity?request=${requestId}`)
  expect(mail?.text).toMatch(/\/unsubscribe#token=[\w-]{60,}/)
})

test('the other side of a transfer, a reward and a correction are mailed, in the language of the member', async () => {
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 5000)
  const friend = await createMember(site)
  await site.database.owner.query("update credentials set language = 'de' where user_id = $1", [friend.userId])
  const { rows } = await site.database.owner.query<{ member_id: string }>(
    'select member_id from profiles where id = $1',
    [friend.userId],
  )
  const sent = await submit(site.database, member.userId, 'transfer', 2000, { recipientMemberId: rows[0]?.member_id })
  await decide(site.database, admin.userId, member.userId, sent)
  expect(await subjectsOf(member)).toEqual([
    'Your balance was corrected',
    expect.stringMatching(/^Your transfer T-\S+ was approved$/),
  ])
  const [received] = await readMails(friend)
  expect(received?.subject).toBe('Sie haben 2,000 ET erhalten')
  expect(received?.text).not.toContain(member.email)
})

test('servers at work at once write each mail once', async () => {
  for (let n = 0; n < 6; n += 1) await decide(site.database, admin.userId, member.userId, await buy(), 'rejected')
  const counts = await Promise.all(Array.from({ length: 5 }, run))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  expect(await subjectsOf(member)).toHaveLength(6)
})

test('a mail that cannot be written waits for its next attempt, and holds up no other member', async () => {
  const others = await Promise.all([createMember(site), createMember(site)])
  const [first, second] = [member, ...others].toSorted((one, other) => one.userId.localeCompare(other.userId))
  if (!first || !second) throw new Error('there are three members')
  for (const { userId } of [first, second]) {
    const requestId = await submitPackage(site.database, userId, { id: site.packageId, coins: 10_000 })
    await decide(site.database, admin.userId, userId, requestId, 'rejected')
  }
  const working = createMailOwner({ outbox: site.deps.outbox })
  const mailOwner: typeof working = async (tx, userId, write, address) => {
    if (userId === first.userId) throw new Error(`no mail for ${first.email}`)
    return working(tx, userId, write, address)
  }
  expect(await mailNotices({ ...site.deps, mailOwner })).toBe(1)
  expect(await subjectsOf(second)).toHaveLength(1)
  const readRow = async () =>
    (
      await site.database.owner.query<object>(
        `SELECT attempts, round(extract(epoch FROM due_at - now()) / 60)::int AS minutes, reason FROM notice_mails WHERE user_id = $1`,
        [first.userId],
      )
    ).rows
  expect(await readRow()).toEqual([{ attempts: 1, minutes: 1, reason: 'fault' }])
  await site.database.owner.query('UPDATE notice_mails SET due_at = now()')
  expect(await mailNotices({ ...site.deps, mailOwner })).toBe(0)
  expect(await readRow()).toEqual([{ attempts: 2, minutes: 2, reason: 'fault' }])
  await site.database.owner.query('UPDATE notice_mails SET due_at = now()')
  expect(await subjectsOf(first)).toHaveLength(1)
})

test('a member chooses the groups, and what was switched off is not mailed later either', async () => {
  const wishes = { decisions: true, coins: true, rewards: true, payouts: true, chat: true }
  expect((await call(site, getMailPreferences, {}, member)).body).toEqual(wishes)
  const off = await call(site, saveMailPreferences, { body: { decisions: false } }, member)
  expect(off.body).toEqual({ ...wishes, decisions: false })
  await decide(site.database, admin.userId, member.userId, await buy(), 'rejected')
  expect(await subjectsOf(member)).toEqual([])
  expect((await call(site, saveMailPreferences, { body: {} }, member)).body).toEqual({ ...wishes, decisions: false })
  const on = await call(site, saveMailPreferences, { body: { decisions: true, payouts: false } }, member)
  expect(on.body).toEqual({ ...wishes, payouts: false })
  expect(await subjectsOf(member)).toEqual([])
})

test('the link of a mail switches its group off for that member alone, without a log-in, again and again [A320]', async () => {
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 5)
  const [mail] = await readMails(member)
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  for (let n = 0; n < 2; n += 1) {
    expect((await call(site, stopMails, { body: { token } })).body).toEqual({ group: 'decisions' })
  }
  expect((await call(site, getMailPreferences, {}, member)).body).toMatchObject({ decisions: false, coins: true })
  const other = await createMember(site)
  expect((await call(site, getMailPreferences, {}, other)).body.decisions).toBe(true)
  const changed = Buffer.from(token, 'base64url').map((byte, place) => (place === 40 ? byte ^ 1 : byte))
  for (const wrong of [
    '',
    'a',
    Buffer.from(changed).toString('base64url'),
    Buffer.from(`decisions ${other.userId}`).toString('base64url'),
  ]) {
    expect((await call(site, stopMails, { body: { token: wrong } })).body).toMatchObject({ code: 'link_invalid' })
  }
})
