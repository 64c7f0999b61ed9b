import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createSmtpMailer } from './mail-smtp.ts'
import type { Mail, Mailer } from './mail.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { inTransaction } from '../db/transaction.ts'

const encryption = createEncryption(randomBytes(32).toString('base64url'))
const link = 'https://coins.example.org/reset-password#access_token=secret'
const mail = { to: 'ada@example.org', subject: 'Set a new password', text: `Open ${link}\n`, link }

let refusals = 0
const received: Buffer[] = []
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, callback) => {
    refusals -= 1
    callback(refusals >= 0 ? new Error('ada@example.org is unknown here') : null)
  },
  onData: (stream, _session, callback) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      received.push(Buffer.concat(parts))
      callback()
    })
  },
})

let database: TestDatabase
let mailer: Mailer
let logged: { details: object; message: string }[]
beforeAll(async () => {
  database = await createTestDatabase()
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'ET <no-reply@example.org>' })
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve))
  await database.drop()
})
beforeEach(async () => {
  logged = []
  received.length = 0
  refusals = 0
  await database.owner.query('DELETE FROM mail_outbox')
})

function open({ send = mailer, firstWaitSeconds = 60, longestMs = 60_000 } = {}) {
  const log = { error: (details: object, message: string) => logged.push({ details, message }) }
  return createOutbox({ db: database.appDb, encryption, mail: send, log, firstWaitSeconds, longestMs })
}

async function queueAlone(outbox: Outbox, queued: Mail): Promise<void> {
  await inTransaction(database.appDb, (tx) => outbox.queue(tx, queued))
}

async function countWaiting(): Promise<number> {
  return (await database.owner.query('SELECT 1 FROM mail_outbox')).rows.length
}

test('a mail is sent after its transaction, and then removed', async () => {
  const outbox = open()
  await inTransaction(database.appDb, async (tx) => {
    await outbox.queue(tx, mail)
    expect(await outbox.deliver()).toBe(0)
  })
  expect(await outbox.deliver()).toBe(1)
  const parsed = await PostalMime.parse(received[0] ?? '')
  expect([parsed.to?.[0]?.address, parsed.subject, parsed.text?.trim()]).toEqual([
    mail.to,
    mail.subject,
    mail.text.trim(),
  ])
  expect(await countWaiting()).toBe(0)
})

test('a mail of a transaction that was undone is never sent', async () => {
  const outbox = open()
  const undone = inTransaction(database.appDb, async (tx) => {
    await outbox.queue(tx, mail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await outbox.deliver()).toBe(0)
})

test('only the server can decrypt waiting mails', async () => {
  await queueAlone(open(), mail)
  const { rows } = await database.owner.query<{ mail: Buffer }>('SELECT mail FROM mail_outbox')
  expect(rows[0]?.mail.toString('latin1')).not.toMatch(/ada@|secret|password/)
})

test('a refused mail is tried again with growing pauses, and the log names no address', async () => {
  refusals = 2
  const outbox = open()
  await queueAlone(outbox, mail)
  for (const expected of [60, 120]) {
    expect(await outbox.deliver()).toBe(0)
    const { rows } = await database.owner.query<{ wait: number }>(
      'SELECT round(extract(epoch FROM due_at - now()))::int AS wait FROM mail_outbox',
    )
    expect(Math.abs((rows[0]?.wait ?? 0) - expected)).toBeLessThan(5)
    expect(await outbox.deliver()).toBe(0)
    await database.owner.query('UPDATE mail_outbox SET due_at = now()')
  }
  expect(await outbox.deliver()).toBe(1)
  expect(received).toHaveLength(1)
  expect(logged).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toMatch(/ada|example/)
})

test('a mail that cannot be sent for most of a day is given up and kept, with one line without the address', async () => {
  refusals = 1
  const outbox = open()
  await queueAlone(outbox, mail)
  await database.owner.query('UPDATE mail_outbox SET attempts = 10')
  expect(await outbox.deliver()).toBe(0)
  const { rows } = await database.owner.query(
    "SELECT due_at = 'infinity' AS is_given_up, failed_at <= now() AS has_failed, reason FROM mail_outbox",
  )
  expect(rows).toEqual([{ is_given_up: true, has_failed: true, reason: 'refused' }])
  expect(logged.map(({ message }) => message)).toEqual(['A mail was given up'])
  expect(JSON.stringify(logged)).not.toMatch(/ada|example/)
})

test('a server that dies while it sends leaves the mail to the next server', async () => {
  const dying: Mailer = { send: async () => new Promise<never>(() => {}) }
  await queueAlone(open({ send: dying }), mail)
  void open({ send: dying }).deliver()
  await expect
    .poll(async () => (await database.owner.query('SELECT 1 FROM mail_outbox WHERE attempts = 1')).rows.length)
    .toBe(1)
  expect(await open().deliver()).toBe(0)
  await database.owner.query('UPDATE mail_outbox SET due_at = now()')
  expect(await open().deliver()).toBe(1)
})

test('a mail that is being sent no longer counts as failed, and a late failure spoils no attempt that has begun meanwhile', async () => {
  const slow = Promise.withResolvers<void>()
  await queueAlone(open(), mail)
  await database.owner.query("UPDATE mail_outbox SET attempts = 10, failed_at = now(), reason = 'refused'")
  const delivery = open({ send: { send: async () => slow.promise } }).deliver()
  const readRow = async (): Promise<object[]> => {
    const { rows } = await database.owner.query<object>(
      "SELECT attempts, failed_at, reason, due_at = 'infinity' AS is_over FROM mail_outbox",
    )
    return rows
  }
  await expect.poll(readRow).toEqual([{ attempts: 11, failed_at: null, reason: null, is_over: false }])
  await database.owner.query("UPDATE mail_outbox SET attempts = 1, due_at = now() + interval '1 minute'")
  slow.reject(new Error('too late'))
  expect(await delivery).toBe(0)
  expect(await readRow()).toEqual([{ attempts: 1, failed_at: null, reason: null, is_over: false }])
})

test('of several servers at once each mail is sent by one', async () => {
  const outbox = open()
  for (let mails = 1; mails <= 20; mails += 1) await queueAlone(outbox, mail)
  const sent = await Promise.all(Array.from({ length: 4 }, async () => open().deliver()))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect(received).toHaveLength(20)
})

test('a mail that the mail server keeps waiting holds up no other one', async () => {
  const arrived: string[] = []
  const slow = Promise.withResolvers<void>()
  const send = async ({ to }: { to: string }) => {
    if (to.startsWith('slow')) await slow.promise
    arrived.push(to)
  }
  const outbox = open({ send: { send } })
  const queue = async (name: string) => queueAlone(outbox, { ...mail, to: `${name}@example.org` })
  for (const name of ['slow1', 'slow2', 'slow3', 'quick1']) await queue(name)
  const delivery = outbox.deliver()
  await expect.poll(() => arrived).toEqual(['quick1@example.org'])
  await queue('quick2')
  await expect.poll(() => arrived).toEqual(['quick1@example.org', 'quick2@example.org'])
  slow.resolve()
  expect(await delivery).toBe(5)
  expect(arrived).toHaveLength(5)
})

test('a delivery that has to end waits for no mail server, and its mail is due again later', async () => {
  const outbox = open({ send: { send: async () => new Promise<never>(() => {}) } })
  await queueAlone(outbox, mail)
  const stopping = new AbortController()
  const delivery = outbox.deliver(stopping.signal)
  await expect
    .poll(async () => (await database.owner.query('SELECT 1 FROM mail_outbox WHERE attempts = 1')).rows.length)
    .toBe(1)
  stopping.abort()
  expect(await delivery).toBe(0)
  expect(await countWaiting()).toBe(1)
})

test('a delivery under constant mail ends after its time, and the next one sends the rest', async () => {
  const outbox: Outbox = open({ longestMs: 200, send: { send: async () => queueAlone(outbox, mail) } })
  await queueAlone(outbox, mail)
  expect(await outbox.deliver()).toBeGreaterThan(0)
  expect(await countWaiting()).toBe(1)
  expect(await open().deliver()).toBe(1)
})

test('listeners hear of a queued mail, unless a delivery under way sends it', async () => {
  let told = 0
  const outbox = open()
  outbox.onQueued(() => (told += 1))
  await queueAlone(outbox, mail)
  expect(told).toBe(1)
  expect(await outbox.deliver()).toBe(1)
  await queueAlone(outbox, mail)
  expect([told, received.length]).toEqual([2, 1])
})
