import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUserDashboardData } from '../../../contract/dashboards.ts'
import { getRequestCounts } from '../../../contract/request-review.ts'
import { listQueue } from '../../../contract/queue.ts'
import { listRequests } from '../../../contract/requests.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { makeOlder, submitPackage } from '../../../tests/helpers/ledger.ts'
import type { Change } from '../../platform/events/events.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'
import { expireBuys } from './expire-buys.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(() => site.close())

const expire = () => expireBuys({ ...site.deps, mailOwner: createMailOwner(site.deps) })

async function overdueBuy(member: Person): Promise<string> {
  const requestId = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
  await makeOlder(site.database, requestId, 8)
  return requestId
}

test('an overdue purchase leaves the queue, and its member reads so in the list, on the overview and in a mail', async () => {
  const referrer = await createMember(site)
  const profile = await site.database.ownerDb
    .selectFrom('profiles')
    .select('referral_code')
    .where('id', '=', referrer.userId)
    .executeTakeFirstOrThrow()
  const member = await createMember(site, { referredById: profile.referral_code ?? '' })
  const requestId = await overdueBuy(member)
  const changes: Change[] = []
  const stop = site.deps.events.subscribe((change) => changes.push(change))
  expect(await expire()).toBe(1)
  expect(await expire()).toBe(0)
  stop()

  const { body: list } = await call(site, listRequests, { query: {} }, member)
  expect(list.items).toMatchObject([{ id: requestId, status: 'expired', decided_by_name: null, admin_notes: null }])
  const { body: overview } = await call(site, getUserDashboardData, { query: {} }, member)
  expect(overview).toMatchObject({ failed_buy: { id: requestId }, open_requests: { items: [] } })
  const { body: queue } = await call(site, listQueue, { params: { kind: 'buy' }, query: {} }, admin)
  expect(queue.items).toEqual([])
  const { body: counts } = await call(site, getRequestCounts, {}, admin)
  expect(counts.buy).toMatchObject({ total: 1, pending: 0, expired: 1, oldest_pending_at: null })

  await site.deliverMails()
  const mails = (await openKeptMails(site.deps.mailFolder ?? '').list()).filter(({ to }) => to === member.email)
  const number = list.items[0]?.number ?? ''
  expect(mails[0]?.subject).toBe(`Your purchase ${number} has expired`)
  expect(mails[0]?.text).toContain(`/dashboard/activity?request=${requestId}`)
  expect(mails.filter(({ subject }) => subject.includes(number))).toHaveLength(1)
  expect(changes).toEqual([
    { topics: ['requests', 'notices'], userIds: [member.userId] },
    { topics: ['requests'], toAdmins: true },
    { topics: ['wallet'], userIds: [referrer.userId] },
  ])
})

test('the mail is in the language of its member', async () => {
  const member = await createMember(site)
  await site.database.owner.query(`UPDATE credentials SET language = 'de' WHERE user_id = $1`, [member.userId])
  await overdueBuy(member)
  await expire()
  await site.deliverMails()
  const [mail] = (await openKeptMails(site.deps.mailFolder ?? '').list()).filter(({ to }) => to === member.email)
  expect(mail?.subject).toMatch(/^Ihr Kauf B-\S+ ist abgelaufen$/)
})

test('an expiry does not take effect if its mail cannot be written', async () => {
  const member = await createMember(site)
  const requestId = await overdueBuy(member)
  const mailOwner = () => Promise.reject(new Error('no mail'))
  await expect(expireBuys({ ...site.deps, mailOwner })).rejects.toThrow('no mail')
  const { body: list } = await call(site, listRequests, { query: {} }, member)
  expect(list.items).toMatchObject([{ id: requestId, status: 'pending' }])
})

test('a mail that cannot be written keeps no later purchase open', async () => {
  const [first, second] = [await createMember(site), await createMember(site)]
  await overdueBuy(first)
  await overdueBuy(second)
  const send = createMailOwner(site.deps)
  const mailOwner: MailOwner = async (tx, userId, write) => {
    if (userId === first.userId) throw new Error('no mail')
    await send(tx, userId, write)
  }
  await expect(expireBuys({ ...site.deps, mailOwner })).rejects.toThrow('no mail')
  const readStatus = async (member: Person) => {
    const { body } = await call(site, listRequests, { query: {} }, member)
    return body.items.map(({ status }) => status)
  }
  expect([await readStatus(first), await readStatus(second)]).toEqual([['pending'], ['expired']])
  // The next run tries again.
  await expire()
  expect(await readStatus(first)).toEqual(['expired'])
})
