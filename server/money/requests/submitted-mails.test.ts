import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { confirmEmailChange } from '../../../contract/email-change.ts'
import {
  cancelRequest,
  submitBuyRequest,
  submitTransferRequest,
  submitWithdrawalRequest,
} from '../../../contract/requests.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { closeAccount } from '../../../tests/helpers/closure.ts'
import { decide } from '../../../tests/helpers/ledger.ts'
import { createMember as createRow, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { createToken } from '../../platform/db/secret-token.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'
import { createMailOwner } from '../../platform/mail/mail-owner.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { createOutbox } from '../../platform/mail/outbox.ts'
import type { WriteOwed } from '../../platform/mail/owed-mails.ts'
import { mailNotices } from '../notices/mail-notices.ts'
import { createSubmittedMails } from './submitted-mails.ts'

let site: TestApp
let admin: Person
let member: Person
let recipient: { memberId: string }
let sent: Mail[] = []
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  recipient = await createRow(site.database.ownerDb)
})
beforeEach(async () => {
  member = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 50_000)
  await site.database.owner.query('DELETE FROM mail_outbox')
  await site.database.owner.query('DELETE FROM notice_mails')
  sent = []
})
afterAll(() => site.close())

/** Asks for a transfer as a browser does. No mail is sent meanwhile. */
async function transfer(key: string = randomUUID(), coins = 1000) {
  const body = { recipient_member_id: recipient.memberId, amount_coins: coins }
  return (await call({ app: site.app }, submitTransferRequest, { body }, { cookie: member.cookie, key })).body
}

/** Opens the outbox of a server that sends into `sent`. */
function openServer({
  writeOwed = createSubmittedMails(site.deps.config),
  send,
}: { writeOwed?: WriteOwed; send?: () => void } = {}) {
  const mail = {
    send: async (one: Mail) => {
      send?.()
      sent.push(one)
    },
  }
  return createOutbox({ ...site.deps, mail, writeOwed, log: { error() {} } })
}

const subjects = () => sent.map(({ subject }) => subject)
const makeDue = async () => site.database.owner.query('UPDATE mail_outbox SET due_at = now()')
const countRows = async () => (await site.database.owner.query('SELECT FROM mail_outbox')).rows.length

test('a transfer and a withdrawal are mailed to the owner once, and a repeated call mails nothing', async () => {
  const key = randomUUID()
  const { number } = await transfer(key)
  await transfer(key)
  const wallet = { wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }
  await site.database.ownerDb.updateTable('profiles').set(wallet).where('id', '=', member.userId).execute()
  const withdrawal = (
    await call(
      { app: site.app },
      submitWithdrawalRequest,
      { body: { amount_coins: 1000 } },
      { cookie: member.cookie, key },
    )
  ).body
  expect(withdrawal.code).toBe('idempotency_key_reused')
  const { body } = await call(
    { app: site.app },
    submitWithdrawalRequest,
    { body: { amount_coins: 2000 } },
    { cookie: member.cookie, key: randomUUID() },
  )
  expect(await openServer().deliver()).toBe(2)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [member.email, `A transfer was asked for: ${number}`],
    [member.email, `A withdrawal was asked for: ${body.number}`],
  ])
  expect(sent[1]?.text).toContain(wallet.wallet_address)
  expect(await countRows()).toBe(0)
})

test('a purchase, which has no mail, wakes no delivery', async () => {
  const wake = vi.spyOn(site.deps.outbox, 'wake')
  try {
    await site.database.owner.query('UPDATE profiles SET first_purchase_done = true WHERE id = $1', [member.userId])
    const uploadId = await createUploadRow(site.database.ownerDb, member.userId)
    const body = { amount_coins: 1000, package_id: null, payment_proof_id: uploadId }
    const options = { cookie: member.cookie, key: randomUUID() }
    expect((await call({ app: site.app }, submitBuyRequest, { body }, options)).status).toBe(200)
    expect([wake.mock.calls.length, await countRows()]).toEqual([0, 0])
    await transfer()
    expect([wake.mock.calls.length, await countRows()]).toEqual([1, 1])
  } finally {
    wake.mockRestore()
  }
})

test('a submission that is refused queues no mail', async () => {
  await transfer(randomUUID(), 1_000_000)
  expect(await countRows()).toBe(0)
})

test('the mail is in the language of the owner, and the queue holds no word of it', async () => {
  await site.database.owner.query("UPDATE credentials SET language = 'de' WHERE user_id = $1", [member.userId])
  await transfer()
  const { rows } = await site.database.owner.query<{ mail: null; owner_id: string }>(
    'SELECT mail, owner_id FROM mail_outbox',
  )
  expect(rows).toEqual([{ mail: null, owner_id: member.userId }])
  await openServer().deliver()
  expect(subjects()).not.toEqual([])
  expect(subjects()).not.toEqual([expect.stringContaining('asked for')])
})

test('servers at work at once send each mail once', async () => {
  for (let count = 0; count < 6; count += 1) await transfer()
  const counts = await Promise.all(Array.from({ length: 4 }, async () => openServer().deliver()))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
  expect(new Set(subjects()).size).toBe(6)
})

test('a mail is sent once by the next server after it could not be written, and after a server died before sending it', async () => {
  await transfer()
  const fail = () => {
    throw new Error('the server died')
  }
  expect(await openServer({ writeOwed: fail }).deliver()).toBe(0)
  await makeDue()
  // This server dies between the commit of the written mail and its sending.
  expect(await openServer({ send: fail }).deliver()).toBe(0)
  expect(await countRows()).toBe(1)
  await makeDue()
  expect(await openServer({ writeOwed: fail }).deliver()).toBe(1)
  expect(await openServer().deliver()).toBe(0)
  expect(sent).toHaveLength(1)
})

test('a server of a release before, which writes no such mails, leaves them to a newer one', async () => {
  await transfer()
  const older = createOutbox({ ...site.deps, mail: { send: async () => {} }, log: { error() {} } })
  expect(await older.deliver()).toBe(0)
  await makeDue()
  expect(await openServer().deliver()).toBe(1)
})

test('a request that was cancelled before its mail is mailed all the same', async () => {
  const { id } = await transfer()
  const options = { cookie: member.cookie, key: randomUUID() }
  await call({ app: site.app }, cancelRequest, { params: { requestId: id } }, options)
  expect(await openServer().deliver()).toBe(1)
  expect(subjects()).toEqual([expect.stringContaining('A transfer was asked for')])
})

test('a mail that was given up before it could be written does not stop a change of the email', async () => {
  await transfer()
  const outbox = openServer({
    writeOwed: () => {
      throw new Error('this mail cannot be written')
    },
  })
  const writeAll = async () =>
    inTransaction(site.deps.db, async (tx) => outbox.writeOwed(tx, member.userId, member.email))
  await expect(writeAll()).rejects.toThrow('cannot be written')
  await site.database.owner.query("UPDATE mail_outbox SET due_at = 'infinity'")
  await writeAll()
  const { rows } = await site.database.owner.query('SELECT mail FROM mail_outbox')
  expect(rows).toEqual([{ mail: null }])
})

test('a confirmation of another email waits for a mail that is being written before it locks anything that this mail needs', async () => {
  await transfer()
  const token = createToken(member.userId)
  await site.database.owner.query(
    `INSERT INTO email_changes (user_id, new_email, token_hash, expires_at) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [member.userId, 'other@example.net', token.hash],
  )
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const write = createSubmittedMails(site.deps.config)
  const delivered = openServer({
    writeOwed: async (tx, owed) => {
      begun.resolve()
      await released.promise
      return write(tx, owed)
    },
  }).deliver()
  await begun.promise
  const confirmed = call({ app: site.app }, confirmEmailChange, { body: { token: token.text } })
  try {
    await expect.poll(listTablesOfWaiting, { timeout: 10_000 }).toContain('profiles')
    expect(await listTablesOfWaiting()).not.toContain('mail_outbox')
  } finally {
    released.resolve()
    await delivered
  }
  expect((await confirmed).status).toBe(200)
  const own = sent.filter(({ subject }) => subject.includes('A transfer was asked for'))
  expect(own.map(({ to }) => to)).toEqual([member.email])
})

/** Returns the tables that transactions have used so far which wait for a lock. */
async function listTablesOfWaiting(): Promise<string[]> {
  const { rows } = await site.database.owner.query<{ name: string }>(
    `SELECT DISTINCT used.relation::regclass::text AS name FROM pg_locks used JOIN pg_locks waits USING (pid)
      WHERE NOT waits.granted AND used.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map(({ name }) => name)
}

test('the link "This was not me" is good for thirty days from the submission, however late the mail is written', async () => {
  await transfer()
  await site.database.owner.query('ALTER TABLE ledger.requests DISABLE TRIGGER USER')
  await site.database.owner.query(
    "UPDATE ledger.requests SET created_at = created_at - interval '1 day' WHERE user_id = $1",
    [member.userId],
  )
  await site.database.owner.query('ALTER TABLE ledger.requests ENABLE TRIGGER USER')
  await openServer().deliver()
  expect(sent[0]?.text).toMatch(/\/not-me#token=[\w-]{60,}/)
  const { rows } = await site.database.owner.query(
    `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM email_tokens
      WHERE user_id = $1 AND purpose = 'not_me' ORDER BY expires_at DESC`,
    [member.userId],
  )
  expect(rows).toContainEqual({ hours: 29 * 24 })
})

test('a closed account gets none', async () => {
  const { id } = await transfer()
  await call(
    { app: site.app },
    cancelRequest,
    { params: { requestId: id } },
    { cookie: member.cookie, key: randomUUID() },
  )
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, -50_000)
  expect(await closeAccount(site.database.owner, member.userId)).toBeNull()
  expect([await countRows(), await openServer().deliver()]).toEqual([0, 0])
})

test('the mail about a submission goes before the one about its decision', async () => {
  const { id } = await transfer()
  await decide(site.database, admin.userId, member.userId, id)
  await mailNotices({ ...site.deps, mailOwner: createMailOwner({ outbox: site.deps.outbox }) })
  await site.deliverMails()
  const mails = await openKeptMails(join(site.dataDir, 'mail')).list()
  const own = mails.filter(({ to }) => to === member.email).toReversed()
  expect(own.slice(-2).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('A transfer was asked for'),
    expect.stringMatching(/^Your transfer T-\S+ was approved$/),
  ])
})
