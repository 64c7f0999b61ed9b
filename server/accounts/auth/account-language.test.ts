import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmEmail, getSession, signIn, signUp } from '../../../contract/auth.ts'
import { forgotPassword, resetPassword } from '../../../contract/recovery.ts'
import { addUser } from '../../../contract/users.ts'
import { call, createAdmin, createTestApp, password, signUpForm, type TestApp } from '../../../tests/helpers/app.ts'
import { invite } from '../../../tests/helpers/invite.ts'
import { turnOnTwoFactor } from '../../../tests/helpers/two-factor.ts'
import { createSmtpMailer } from '../../platform/mail/mail-smtp.ts'

interface Received {
  to: string | undefined
  subject: string | undefined
  paragraphs: string[]
}

const received: Received[] = []
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, callback) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => void keepMail(Buffer.concat(parts)).finally(callback))
  },
})

async function keepMail(source: Buffer): Promise<void> {
  const { to, subject, text = '' } = await PostalMime.parse(source)
  received.push({ to: to?.[0]?.address, subject, paragraphs: text.trim().split(/\s*\n\s*\n/) })
}

let site: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  site = await createTestApp(
    {},
    { mail: createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'et@example.org' }) },
  )
})
afterAll(async () => {
  await site.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})
beforeEach(() => received.splice(0))

const inGerman = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
const chosen = (language: string) => ({ cookie: `language=${language}` })

async function signUpIn(options: Parameters<typeof call>[3]) {
  const form = signUpForm(site)
  expect((await call(site, signUp, { body: form }, options)).status).toBe(200)
  return form
}

/** Signs up in German, confirms the address and returns it. */
async function createGerman(): Promise<string> {
  const { email } = await signUpIn({ headers: inGerman })
  const token = lastLink().split('#confirm=')[1] ?? ''
  expect((await call(site, confirmEmail, { body: { token } })).status).toBe(200)
  return email
}

async function askForReset(email: string, options?: Parameters<typeof call>[3]) {
  expect((await call(site, forgotPassword, { body: { email } }, options)).status).toBe(200)
  return received.at(-1)
}

async function enterWith(email: string, options?: Parameters<typeof call>[3]): Promise<string> {
  const { status, cookie } = await call(site, signIn, { body: { email, password, portal: 'member' } }, options)
  expect(status).toBe(200)
  return cookie ?? ''
}

function lastLink(): string {
  return received.at(-1)?.paragraphs.find((paragraph) => paragraph.startsWith('http')) ?? ''
}

async function readLanguage(email: string) {
  const { rows } = await site.database.owner.query<{ language: string; version: string }>(
    'select c.language, c.xmin::text as version from credentials c join profiles p on p.id = c.user_id where p.email = $1',
    [email],
  )
  return rows[0]
}

test('a member who signs up in German gets all mails in German', async () => {
  const email = await createGerman()
  expect(received).toEqual([
    {
      to: email,
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'Willkommen bei ET.',
        'Bitte bestätigen Sie Ihre E-Mail-Adresse, indem Sie innerhalb von 24 Stunden diesen Link öffnen:',
        expect.stringMatching(/^http:\/\/localhost:3000\/login#confirm=[\w-]+$/),
        'Wenn etwas im Formular falsch ist, können Sie es dort noch einmal ausfüllen.',
        'Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren.',
      ],
    },
  ])
  expect(await askForReset(email, chosen('en'))).toEqual({
    to: email,
    subject: 'Neues Passwort festlegen',
    paragraphs: [
      'Jemand, vielleicht Sie, möchte ein neues Passwort für Ihr Konto bei ET festlegen.',
      'Bitte öffnen Sie innerhalb von 60 Minuten diesen Link:',
      expect.stringMatching(/^http:\/\/localhost:3000\/reset-password#access_token=[\w-]+&type=recovery$/),
      'Wenn Sie es nicht waren, können Sie diese E-Mail ignorieren: Es wurde nichts geändert.',
    ],
  })
  const token = /access_token=([\w-]+)/.exec(lastLink())?.[1] ?? ''
  await call(site, resetPassword, { body: { token, password, retypePassword: password } }, chosen('en'))
  expect(received.at(-1)?.subject).toBe('Ihr Passwort wurde geändert')
  // Another person sends a form in English with an address that has an account.
  await call(site, signUp, { body: signUpForm(site, { email }) }, chosen('en'))
  expect(received.at(-1)?.subject).toBe('Sie haben schon ein Konto')
})

test('the English mails keep their exact texts', async () => {
  const { email } = await signUpIn({})
  expect(received).toEqual([
    {
      to: email,
      subject: 'Confirm your email',
      paragraphs: [
        'Welcome to ET.',
        'Please confirm your email address by opening this link within 24 hours:',
        expect.stringMatching(/^http:\/\/localhost:3000\/login#confirm=[\w-]+$/),
        'If something in the form is wrong, you can fill it in again there.',
        'If you did not sign up, you can ignore this mail.',
      ],
    },
  ])
})

test('the newest of several forms with an address decides the language', async () => {
  const { email } = await signUpIn(chosen('de'))
  await call(site, signUp, { body: signUpForm(site, { email }) }, chosen('en'))
  expect(received.at(-1)?.paragraphs[1]).toMatch(/^This email address was signed up more than once\./)
  await call(site, signUp, { body: signUpForm(site, { email }) }, chosen('de'))
  expect(received.at(-1)?.paragraphs[1]).toMatch(/^Diese E-Mail-Adresse wurde mehr als einmal registriert\./)
})

test('an account takes the language of the sign-in page, and of a later switch of the language', async () => {
  const email = await createGerman()
  const session = await enterWith(email, { headers: inGerman })
  expect((await askForReset(email))?.subject).toBe('Neues Passwort festlegen')
  await call(site, getSession, {}, { cookie: `${session}; language=en` })
  expect((await askForReset(email))?.subject).toBe('Set a new password')
  await enterWith(email, chosen('de'))
  expect((await askForReset(email))?.subject).toBe('Neues Passwort festlegen')
})

test('mails about changes of an account are in its language, too', async () => {
  const email = await createGerman()
  const { body, cookie = '' } = await call(
    site,
    signIn,
    { body: { email, password, portal: 'member' } },
    { headers: inGerman },
  )
  await turnOnTwoFactor(site, { userId: body.session?.user.id ?? '', email, cookie })
  expect(received.at(-1)).toMatchObject({ to: email, subject: 'Die Zwei-Faktor-Authentifizierung ist an' })
})

test.each(['xx', 'en-XA', 'ar-XB', '', "de' or true", 'DE'])(
  'an unknown language, %j, changes nothing',
  async (language) => {
    const email = await createGerman()
    const session = await enterWith(email, {
      headers: { ...inGerman, cookie: `language=${encodeURIComponent(language)}` },
    })
    const before = await readLanguage(email)
    expect(before?.language).toBe('de')
    for (const unchanged of [encodeURIComponent(language), 'de']) {
      const { status } = await call(site, getSession, {}, { cookie: `${session}; language=${unchanged}` })
      expect(status).toBe(200)
    }
    expect(await readLanguage(email)).toEqual(before)
  },
)

test('no form contains a language', async () => {
  const body = { ...signUpForm(site), language: 'de' }
  const { status } = await call(site, signUp, { body })
  expect([status, await readLanguage(body.email)]).toEqual([400, undefined])
})

test('an invitation has the language of the page that sent it; an added member starts with English', async () => {
  const owner = await createAdmin(site)
  const german = { ...owner, cookie: `${owner.cookie}; language=de` }
  await invite(site, german, { email: 'noor@example.org', duty: 'approver' })
  const invitation = received.find(({ to }) => to === 'noor@example.org')
  expect(invitation?.subject).toBe('Sie sind eingeladen, ET zu verwalten')
  const member = { fullName: 'Kofi Mensah', email: 'kofi@example.org', packageId: site.packageId }
  expect((await call(site, addUser, { body: member }, german)).status).toBe(200)
  expect(received.at(-1)).toMatchObject({ to: 'kofi@example.org', subject: 'Set your password' })
})

test('the database accepts the code of a language and nothing else', async () => {
  const email = await createGerman()
  const write = async (language: string) =>
    site.database.owner.query(
      'update credentials c set language = $1 from profiles p where p.id = c.user_id and p.email = $2',
      [language, email],
    )
  await write('pt-BR')
  expect((await askForReset(email))?.subject).toBe('Set a new password')
  for (const wrong of ['', 'German', 'de; drop', 'd']) {
    await expect(write(wrong)).rejects.toMatchObject({ constraint: 'credential_language_form' })
  }
})
