import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { adminSignUp, confirmEmail, signIn, signUp } from '../../contract/auth.ts'
import type { ErrorBody } from '../../contract/error-body.ts'
import type { Duty } from '../../contract/roles.ts'
import type { CallInput, Operation, OutputOf } from '../../contract/operation.ts'
import { createApp, type Deps } from '../../server/app.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createLog } from '../../server/platform/create-log.ts'
import { seed } from '../../server/platform/db/seed.ts'
import { createEvents } from '../../server/platform/events/events.ts'
import { createExchangeRates, fixedRate } from '../../server/platform/exchange-rates/exchange-rates.ts'
import { createSubmittedMails } from '../../server/money/requests/submitted-mails.ts'
import { createOutbox } from '../../server/platform/mail/outbox.ts'
import { createFiles } from '../../server/platform/files/folder-files.ts'
import type { Mailer } from '../../server/platform/mail/mail.ts'
import { createMailFolder } from '../../server/platform/mail/mail-folder.ts'
import { listPackages } from '../../server/money/packages/packages.ts'
import { createEncryption } from '../../server/platform/encryption/encryption.ts'
import { createInvitation } from './invitation.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export const publicUrl = 'http://localhost:3000'
export const password = 'correct horse Battery 9'

export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  deps: Deps
  dataDir: string
  /** Every line that the server printed about a mail, the newest last. */
  announced: string[]
  /** Every entry that the server logged. */
  logged: string[]
  /** Sends the waiting mails. `call` does so itself after every call except reads. */
  deliverMails(): Promise<unknown>
  /** The cheapest package on offer. */
  packageId: string
  close(): Promise<void>
}

export interface Person {
  userId: string
  email: string
  /** The Cookie header of a signed-in browser. */
  cookie: string
}

export interface Answer<O extends Operation> {
  status: number
  body: OutputOf<O> & Partial<ErrorBody>
  headers: Record<string, unknown>
  cookie: string | undefined
}

export interface CallOptions {
  cookie?: string | undefined
  key?: string
  headers?: Record<string, string>
}

/** Starts the whole application on its own database with the seeded packages. Close it at the end. */
export async function createTestApp(
  environment: NodeJS.ProcessEnv = {},
  { mail: mailer, ...parts }: Partial<Deps> & { mail?: Mailer } = {},
): Promise<TestApp> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'et-app-'))
  const config = readConfig({
    ...(environment['NODE_ENV'] !== 'production' && { RATE_LIMITS: 'off' }),
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    ...environment,
  })
  const announced: string[] = []
  const logged: string[] = []
  const mail = createMailFolder({
    folder: join(dataDir, 'mail'),
    from: config.mailFrom,
    announce: (line) => announced.push(line),
  })
  const log = createLog('info', { write: (line: string) => logged.push(line) })
  await seed(database.appDb)
  const encryption = createEncryption(randomBytes(32).toString('base64url'))
  const outbox = createOutbox({
    db: database.appDb,
    encryption,
    mail: mailer ?? mail,
    log,
    writeOwed: createSubmittedMails(config),
  })
  const deps: Deps = {
    config,
    db: database.appDb,
    log,
    outbox,
    mailFolder: mail.folder,
    events: createEvents(),
    files: createFiles(join(dataDir, 'files', 'payment_proofs')),
    exchangeRates: createExchangeRates(fixedRate, { log }),
    encryption,
    installation: { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined },
    ...parts,
  }
  const app = await createApp(deps)
  const [cheapest] = await listPackages(database.appDb)
  return {
    app,
    database,
    deps,
    dataDir,
    announced,
    logged,
    deliverMails: async () => deps.outbox.deliver(),
    packageId: cheapest?.id ?? '',
    async close() {
      await app.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes a call as a browser on this site does. */
export async function call<O extends Operation>(
  { app, deliverMails }: Pick<TestApp, 'app'> & Partial<Pick<TestApp, 'deliverMails'>>,
  operation: O,
  input: CallInput<O>,
  { cookie, key, headers }: CallOptions = {},
): Promise<Answer<O>> {
  const { params = {}, query = {}, body } = input as Record<string, Record<string, unknown> | undefined>
  const response = await app.inject({
    method: operation.method,
    url: operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    query: query as Record<string, string>,
    ...(body && { payload: body }),
    headers: {
      origin: publicUrl,
      ...(cookie && { cookie }),
      // Each call gets a new key, unless the test repeats a call under its key. A money call states its own key.
      ...(operation.isIdempotent && { 'idempotency-key': randomUUID() }),
      ...(key && { 'idempotency-key': key }),
      ...headers,
    },
  })
  if (operation.method !== 'GET') await deliverMails?.()
  const [session] = response.cookies
  return {
    status: response.statusCode,
    body: (response.body === '' ? undefined : response.json()) as Answer<O>['body'],
    headers: response.headers,
    cookie: session && `${session.name}=${session.value}`,
  }
}

let people = 0

/** Returns the fields of a valid sign-up form with these changes. */
export function signUpForm(test: Pick<TestApp, 'packageId'>, changes: Partial<CallInput<typeof signUp>['body']> = {}) {
  people += 1
  return {
    fullName: 'Ada Lovelace',
    email: `member${people}@example.org`,
    contactNumber: '+44 20 7946 0000',
    country: 'GB',
    state: 'ENG',
    city: 'London',
    password,
    retypePassword: password,
    packageId: test.packageId,
    ...changes,
  }
}

/** Signs a member up, follows the mailed link and signs in. */
export async function createMember(
  test: TestApp,
  changes: Partial<CallInput<typeof signUp>['body']> = {},
): Promise<Person> {
  const form = signUpForm(test, changes)
  await expectDone(call(test, signUp, { body: form }))
  await expectDone(call(test, confirmEmail, { body: { token: lastToken(test), referrer: 'keep' } }))
  return logIn(test, form.email, 'member')
}

/** Registers an administrator by an invitation and signs in. */
export async function createAdmin(test: TestApp, fullName = 'Grace Hopper', duty: Duty = 'owner'): Promise<Person> {
  people += 1
  const email = `admin${people}@example.org`
  const { token } = await createInvitation(test.database.ownerDb, { duty })
  const body = { fullName, email, password, retypePassword: password, invitation: token }
  await expectDone(call(test, adminSignUp, { body }))
  return logIn(test, email, 'admin')
}

export async function logIn(test: TestApp, email: string, portal: 'member' | 'admin'): Promise<Person> {
  const { body, cookie } = await expectDone(call(test, signIn, { body: { email, password, portal } }))
  if (!body.session || !cookie) throw new Error('signing in gave no session')
  return { userId: body.session.user.id, email, cookie }
}

/** Returns the token of the newest mailed link that confirms an address. Other mails may arrive beside it. */
export function lastToken({ announced }: Pick<TestApp, 'announced'>): string {
  return announced.findLast((line) => line.includes('confirm='))?.split('confirm=')[1] ?? ''
}

async function expectDone<O extends Operation>(answer: Promise<Answer<O>>): Promise<Answer<O>> {
  const done = await answer
  if (done.status !== 200) throw new Error(`the call answered ${done.status} ${JSON.stringify(done.body)}`)
  return done
}
