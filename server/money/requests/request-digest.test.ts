import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DigestRhythm } from '../../../contract/endpoints/request-digest.ts'
import { getRequestDigest, saveRequestDigest } from '../../../contract/request-digest.ts'
import { askForSlip } from '../../../contract/slip-requests.ts'
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
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'
import { mailDigests } from './request-digest.ts'

let site: TestApp
let admin: Person
let member: Person
beforeEach(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  member = await createMember(site)
})
afterEach(() => site.close())

const run = () => mailDigests({ ...site.deps, mailOwner: createMailOwner(site.deps) })
const buy = () => submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
const choose = (rhythm: DigestRhythm, person = admin) => call(site, saveRequestDigest, { body: { rhythm } }, person)

async function memberIdOf({ userId }: Person): Promise<string | undefined> {
  const { rows } = await site.database.owner.query<{ member_id: string }>(
    'select member_id from profiles where id = $1',
    [userId],
  )
  return rows[0]?.member_id
}

/** Lets time pass for all administrators. */
async function wait(seconds: number): Promise<void> {
  await site.database.owner.query('update request_digests set due_at = due_at - make_interval(secs => $1)', [seconds])
}

/** Returns the mails about new requests, the oldest first. */
async function readMails() {
  await site.deliverMails()
  const all = await openKeptMails(site.deps.mailFolder ?? '').list()
  return all.filter(({ subject }) => /new request|neuer? Antr/.test(subject)).toReversed()
}
const subjects = async () => (await readMails()).map(({ subject }) => subject)

test('an administrator gets no such mails at first, and after a choice those about what arrives from then on', async () => {
  expect((await call(site, getRequestDigest, {}, admin)).body).toEqual({ rhythm: 'never' })
  await buy()
  expect((await choose('at_once')).body).toEqual({ rhythm: 'at_once' })
  await wait(60)
  expect(await run()).toBe(0)
  await buy()
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  const [mail, ...others] = await readMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: admin.email, subject: '1 new request' })
  expect(mail?.text).toContain('New requests:\n\n1 purchase\n\nThese wait for a decision:\n\n2 purchases\n\n')
  expect(mail?.text).toContain('/admin\n')
  expect(mail?.text).toContain('/admin/security#request-news')
  expect((await call(site, getRequestDigest, {}, admin)).body).toEqual({ rhythm: 'at_once' })
  await choose('never')
  await buy()
  expect(await run()).toBe(0)
})

test('the mail counts each kind, in the language of the administrator', async () => {
  await site.database.owner.query(`update credentials set language = 'de' where user_id = $1`, [admin.userId])
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 5000)
  await choose('hourly')
  const first = await buy()
  await buy()
  await submit(site.database, member.userId, 'transfer', 1000, {
    recipientMemberId: await memberIdOf(await createMember(site)),
  })
  await decide(site.database, admin.userId, member.userId, first, 'rejected')
  await wait(3600)
  expect(await run()).toBe(1)
  const [mail] = await readMails()
  expect(mail?.subject).toBe('3 neue Anträge')
  expect(mail?.text).toContain('2 Käufe\n1 Überweisung\n')
  expect(mail?.text).toContain('1 Kauf\n1 Überweisung\n')
})

test('a purchase that waits for its member is not counted as one that waits for a decision', async () => {
  await choose('hourly')
  const asked = await buy()
  await buy()
  await call(
    site,
    askForSlip,
    { params: { userId: member.userId, requestId: asked }, body: { reason: 'It is blurred.', slip_revision: 0 } },
    { ...admin, key: randomUUID() },
  )
  await wait(3600)
  expect(await run()).toBe(1)
  const [mail] = await readMails()
  expect(mail?.text).toContain('New requests:\n\n2 purchases\n\nThese wait for a decision:\n\n1 purchase\n\n')
})

test('at once is at most one mail a minute, and the first request after a quiet time waits for none', async () => {
  await choose('at_once')
  await wait(1000)
  expect(await run()).toBe(0)
  await buy()
  expect(await run()).toBe(1)
  await buy()
  await buy()
  await wait(50)
  expect(await run()).toBe(0)
  await wait(10)
  expect(await run()).toBe(1)
  expect(await subjects()).toEqual(['1 new request', '2 new requests'])
})

test.each([
  ['hourly', 3600],
  ['daily', 86_400],
] as const)('%s mails keep their time, also after a server that was away', async (rhythm, pause) => {
  await choose(rhythm)
  await buy()
  await wait(pause - 60)
  expect(await run()).toBe(0)
  await wait(60)
  expect(await run()).toBe(1)
  await wait(2.5 * pause)
  expect(await run()).toBe(0)
  await buy()
  expect(await run()).toBe(0)
  await wait(0.5 * pause + 1)
  expect(await run()).toBe(1)
  const { rows } = await site.database.owner.query<{ left: number }>(
    'select extract(epoch from due_at - now())::float8 as left from request_digests',
  )
  expect(rows[0]?.left).toBeGreaterThan(pause - 60)
  expect(rows[0]?.left).toBeLessThanOrEqual(pause)
})

test('another rhythm forgets nothing that arrived meanwhile', async () => {
  await choose('daily')
  await buy()
  await choose('at_once')
  expect(await run()).toBe(0)
  await wait(60)
  expect(await run()).toBe(1)
  expect(await subjects()).toEqual(['1 new request'])
})

test('servers at work at once write one mail for each administrator', async () => {
  const others = [await createAdmin(site, 'Ada King', 'approver'), await createAdmin(site, 'Alan Turing')]
  for (const person of [admin, ...others]) await choose('at_once', person)
  await wait(60)
  await buy()
  const counts = await Promise.all(Array.from({ length: 6 }, run))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  const mails = await readMails()
  expect(mails.map(({ to }) => to).toSorted()).toEqual([admin, ...others].map(({ email }) => email).toSorted())
})

test('a server that dies before the mail is kept leaves it to the next run', async () => {
  await choose('at_once')
  await wait(60)
  await buy()
  const mailOwner = () => Promise.reject(new Error('no mail'))
  await expect(mailDigests({ ...site.deps, mailOwner })).rejects.toThrow('no mail')
  expect(await run()).toBe(1)
  expect(await subjects()).toEqual(['1 new request'])
})
