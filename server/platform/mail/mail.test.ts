import type { AddressInfo } from 'node:net'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeptMails } from './kept-mails.ts'
import { createMailFolder } from './mail-folder.ts'
import { createSmtpMailer } from './mail-smtp.ts'

const from = 'ET <no-reply@coins.example.org>'
const mail = {
  to: 'ada@example.org',
  subject: 'Confirm your email – please',
  text: 'Welcome, José.\n\nhttps://coins.example.org/login#confirm=abc_DEF-123\n',
  link: 'https://coins.example.org/login#confirm=abc_DEF-123',
}

let triedLogins = 0
const received: { recipients: string[]; bytes: Buffer }[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, callback) => {
    triedLogins += 1
    if (username === 'et' && password === 'secret') callback(null, { user: username })
    else callback(new Error('wrong login'))
  },
  onData: (stream, session, callback) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), bytes: Buffer.concat(parts) })
      callback()
    })
  },
})
const folder = mkdtempSync(join(tmpdir(), 'et-mail-'))

let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

test('sends a mail through a mail server', async () => {
  await createSmtpMailer({ url: `smtp://et:secret@127.0.0.1:${port}`, from }).send(mail)
  expect(received[0]?.recipients).toEqual([mail.to])
  const { from: sender, to, subject, text } = await PostalMime.parse(received[0]?.bytes ?? '')
  expect([sender?.address, to?.[0]?.address, subject]).toEqual(['no-reply@coins.example.org', mail.to, mail.subject])
  expect(text?.trim()).toBe(mail.text.trim())
})

test('a mail server that refuses or is unreachable gives an error soon', async () => {
  await expect(createSmtpMailer({ url: `smtp://et:wrong@127.0.0.1:${port}`, from }).send(mail)).rejects.toThrow()
  await expect(createSmtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(mail)).rejects.toThrow()
})

// 0.0.0.0 leads to this machine, too, and stands here for a mail server on another one.
test.each(['smtp://et:secret@0.0.0.0', 'smtp://et:secret@0.0.0.0?ignoreTLS=true&requireTLS=false'])(
  'a mail server on another machine that offers no encryption gets neither password nor mail from %s',
  async (address) => {
    const [logins, mails] = [triedLogins, received.length]
    const url = address.replace('0.0.0.0', `0.0.0.0:${port}`)
    await expect(createSmtpMailer({ url, from }).send(mail)).rejects.toThrow(/STARTTLS/)
    expect([triedLogins, received.length]).toEqual([logins, mails])
  },
)

test('without a mail server each mail becomes a private file, and its link is printed without the address', async () => {
  const announced: string[] = []
  const mailer = createMailFolder({ folder: join(folder, 'mail'), from, announce: (line) => announced.push(line) })
  await mailer.send(mail)
  expect(announced).toEqual([`Mail to a member: ${mail.link}`])
  const [name = ''] = readdirSync(join(folder, 'mail'))
  expect(name).toMatch(/^[\dTZ-]+-[0-9a-f]{8}\.eml$/)
  expect(statSync(join(folder, 'mail', name)).mode & 0o777).toBe(0o600)
  const parsed = await PostalMime.parse(readFileSync(join(folder, 'mail', name)))
  expect([parsed.subject, parsed.messageId !== undefined, parsed.date !== undefined]).toEqual([
    mail.subject,
    true,
    true,
  ])
})

test('without a line to announce on, a mail is kept and its link is not printed', async () => {
  await createMailFolder({ folder: join(folder, 'quiet'), from }).send(mail)
  expect(readdirSync(join(folder, 'quiet'))).toHaveLength(1)
})

test('kept mails are listed, the newest first, and no file outside their folder is read', async () => {
  const mails = openKeptMails(join(folder, 'mail'))
  const mailer = createMailFolder({ folder: join(folder, 'mail'), from, announce: () => {} })
  await mailer.send({ ...mail, subject: 'Second' })
  expect((await mails.list()).map(({ subject }) => subject)).toEqual(['Second', mail.subject])
  expect(await mails.read('x/../../../etc/passwd')).toBeUndefined()
  expect(await openKeptMails(join(folder, 'none')).list()).toEqual([])
})
