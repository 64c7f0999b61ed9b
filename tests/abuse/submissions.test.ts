import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askEmailChange, confirmEmailChange } from '../../contract/email-change.ts'
import { submitTransferRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { makeRequest } from '../../server/money/requests/make-request.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { createMember as createRow, giveCoins } from '../helpers/people.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let admin: Person
let member: Person
let recipient: { memberId: string }
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: 'on' })
  admin = await createAdmin(site)
  recipient = await createRow(site.database.ownerDb)
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.owner.query('DELETE FROM rate_limits')
  member = await createMember(site)
})

/** Asks for a transfer. No mail is sent meanwhile, as if the server was busy with others. */
async function transfer() {
  const body = { recipient_member_id: recipient.memberId, amount_coins: 1000 }
  return call({ app: site.app }, submitTransferRequest, { body }, { cookie: member.cookie, key: randomUUID() })
}

async function readMails(address: string) {
  await site.deliverMails()
  const mails = await openKeptMails(join(site.dataDir, 'mail')).list()
  return mails.filter(({ to }) => to === address)
}

test('submissions without the coins for them count against the limit, also many at the same moment [A394]', async () => {
  const before = await readTableDigests(site.database.owner)
  const answers = await Promise.all(Array.from({ length: 60 }, transfer))
  const codes = answers.map(({ body }) => body.code)
  const judged = codes.filter((code) => code !== 'too_many_requests').length
  // A slow machine may refill one attempt meanwhile.
  expect(judged).toBeGreaterThanOrEqual(30)
  expect(judged).toBeLessThanOrEqual(31)
  expect(new Set(codes)).toEqual(new Set(['insufficient_funds', 'too_many_requests']))
  expect(Number(answers.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(60)
  const after = await readTableDigests(site.database.owner)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed).toEqual(['public.rate_limits'])
})

test('another email confirmed right after a transfer leaves the mail about the transfer to the owner [A395]', async () => {
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 5000)
  const token = await askForEmail('thief@example.net')
  expect((await transfer()).status).toBe(200)
  expect((await confirm(token)).status).toBe(200)
  await expectMailToOwner('thief@example.net')
})

test('another email confirmed while a transfer is under way leaves the mail about it to the owner, too [A395]', async () => {
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 5000)
  const token = await askForEmail('second-thief@example.net')
  const [, session = ''] = member.cookie.split('=')
  const own = { token: session, userId: member.userId, key: randomUUID() }
  const submission = { ...own, kind: 'transfer', coins: 1000, recipientMemberId: recipient.memberId } as const
  let confirming: ReturnType<typeof confirm> | undefined
  await inTransaction(site.deps.db, async (tx) => {
    await makeRequest(tx, submission, { isMailed: true, bucket: null })
    confirming = confirm(token)
    await expect.poll(async () => countLockWaits(site), { timeout: 10_000 }).toBe(1)
  })
  expect((await confirming)?.status).toBe(200)
  await expectMailToOwner('second-thief@example.net')
})

/** Asks for another email of the member. Returns the token in the mail to the new address. */
async function askForEmail(email: string): Promise<string> {
  const input = { body: { email } }
  const headers = { [stepUpHeader]: await requestProof(site, member, askEmailChange, input) }
  expect((await call(site, askEmailChange, input, { cookie: member.cookie, headers })).status).toBe(200)
  const [link] = await readMails(email)
  return /#token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? ''
}

/** Confirms another email as its link does. No mail is sent meanwhile. */
async function confirm(token: string) {
  return call({ app: site.app }, confirmEmailChange, { body: { token } })
}

async function expectMailToOwner(thief: string): Promise<void> {
  const isAboutTransfer = ({ subject }: { subject: string }) => subject.startsWith('A transfer was asked for')
  expect((await readMails(member.email)).filter(isAboutTransfer)).toHaveLength(1)
  expect((await readMails(thief)).filter(isAboutTransfer)).toEqual([])
}
