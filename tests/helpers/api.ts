import type { ApprovalWarning } from '../../contract/approval-warnings.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { signIn } from '../../contract/auth.ts'
import type { CallInput, InputOf, Operation, OutputOf } from '../../contract/operation.ts'
import type { Duty } from '../../contract/roles.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { createInvitation } from '../../contract/invitations.ts'
import { updateProfile } from '../../contract/own-profile.ts'
import { listPackages, type MembershipPackage } from '../../contract/packages.ts'
import type { Profile } from '../../contract/profiles.ts'
import {
  decideRequest,
  submitBuyRequest,
  submitTransferRequest,
  submitWithdrawalRequest,
  type BuyRequest,
  type Request,
} from '../../contract/requests.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { uploadFile } from '../../contract/uploads.ts'
import { changeUserStatus } from '../../contract/users.ts'
import { hashPassword } from '../../server/accounts/auth/passwords.ts'
import { findReferrer, insertMember } from '../../server/accounts/members/members.ts'
import { createDb, createPool, type Db, type Tx } from '../../server/platform/db/client.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import type { Change } from '../../server/platform/events/events.ts'
import { changesChannel } from '../../server/platform/events/relay.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { createSession } from '../../server/platform/sessions.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { passHolds } from './holds.ts'
import { provenCall } from './proven-call.ts'
import { requesterId } from './requester-id.ts'
import { password, slipPicture } from './screens.ts'
import type { TestServer } from './server.ts'

/** A person with a session on a running server, created without clicks. */
export interface Person {
  server: TestServer
  name: string
  email: string
  userId: string
  /** Empty for an administrator. */
  memberId: string
  session: { name: string; value: string }
}

let made = 0
let passwordHash: Promise<string> | undefined

/**
 * Creates a confirmed member with a session. The rows are those that sign-up, confirmation and sign-in leave, which
 * tests/journeys/journey.spec.ts goes through on the screens.
 */
export async function createMember(
  server: TestServer,
  {
    name = 'Amara Osei',
    packageName = 'Gold',
    referredBy = '',
  }: { name?: string; packageName?: string; /** A member id. */ referredBy?: string } = {},
): Promise<Person> {
  const { id: packageId } = await findPackage(server, packageName)
  const place = { contactNumber: '+44 20 7946 0018', country: 'GB', state: 'SCT', city: 'Edinburgh', area: undefined }
  const email = newEmail(name)
  return withDatabase(server, (db) =>
    inTransaction(db, async (tx) => {
      const referrerId = await findReferrer(tx, referredBy)
      const userId = await insertMember(tx, { fullName: name, email, ...place, referrerId, packageId })
      if (userId === undefined) throw new Error(`${email} has an account`)
      await announceMember(tx, referrerId)
      return createSessionOf(tx, server, userId)
    }),
  )
}

/** Tells the server of a new member, as another server on the same database would. */
async function announceMember(tx: Tx, referrerId: string | undefined): Promise<void> {
  const change: Change = { topics: ['profile'], toAdmins: true, ...(referrerId && { userIds: [referrerId] }) }
  await sql`select pg_notify(${changesChannel}, ${JSON.stringify(['test', change])})`.execute(tx)
}

/** Creates an administrator with a session, as an invitation and a sign-in do. */
export async function createAdmin(server: TestServer, name = 'Ines Carvalho', duty: Duty = 'owner'): Promise<Person> {
  return withDatabase(server, (db) =>
    inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('profiles')
        .values({ full_name: name, email: newEmail(name), role: 'admin', duty })
        .returning('id')
        .executeTakeFirstOrThrow()
      return createSessionOf(tx, server, id)
    }),
  )
}

/** Confirms the address of a new account, gives it the password of all tests and starts a session. */
async function createSessionOf(tx: Tx, server: TestServer, userId: string): Promise<Person> {
  passwordHash ??= hashPassword(password)
  const credentials = { user_id: userId, password_hash: await passwordHash, email_confirmed_at: sql<string>`now()` }
  await tx.insertInto('credentials').values(credentials).execute()
  const {
    full_name: name,
    email,
    member_id: memberId,
  } = await tx
    .updateTable('profiles')
    .set({ status: 'Active' })
    .where('id', '=', userId)
    .returning(['full_name', 'email', 'member_id'])
    .executeTakeFirstOrThrow()
  const [ipAddress, userAgent] = ['127.0.0.1', 'node']
  await tx
    .insertInto('login_history')
    .values({ user_id: userId, status: 'success', ip_address: ipAddress, user_agent: userAgent })
    .execute()
  const { cookie: value } = await createSession(tx, { userId, ipAddress, userAgent })
  const session = { name: sessionCookieName(server.url), value }
  return { server, name, email, userId, memberId: memberId ?? '', session }
}

/** Signs the page's browser in as this person. */
export async function signInBrowser(page: Page, { server, session }: Person): Promise<void> {
  await page.context().addCookies([{ ...session, url: server.url, httpOnly: true, sameSite: 'Lax' }])
}

/** Returns the same member with another session, as in another browser. */
export async function signInAgain({ server, name, email }: Person, userAgent = 'another browser'): Promise<Person> {
  return logIn(server, { name, email, portal: 'member', userAgent })
}

/** Makes a call as the site in a person's browser does. A money call without a given key gets a new one. */
export async function call<O extends Operation>(
  { server, session }: Pick<Person, 'server'> & Partial<Person>,
  operation: O,
  input: CallInput<O>,
  key: string = randomUUID(),
  proof: Record<string, string> = {},
): Promise<OutputOf<O>> {
  const { body, ...urlInput } = input as { body?: unknown }
  return (await send({ server, session }, operation, buildUrl(operation, urlInput), {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...((operation.isMoney || operation.isIdempotent) && { 'idempotency-key': key }),
      ...proof,
    },
  })) as OutputOf<O>
}

/** Requests a proof of a call by the password, and returns the header that carries it. */
export async function prove<O extends Operation>(person: Person, operation: O, input: CallInput<O>) {
  const { proof } = await call(person, stepUp, { body: { ...provenCall(operation, input), password } })
  return { [stepUpHeader]: proof }
}

/** Makes a call that needs a proof. */
export async function callProven<O extends Operation>(person: Person, operation: O, input: CallInput<O>) {
  return call(person, operation, input, randomUUID(), await prove(person, operation, input))
}

/** Stores a slip and submits a buy: of a package by its name, or of this number of coins as a top-up. */
export async function buy(member: Person, what: string | number, slip?: Slip): Promise<BuyRequest> {
  const offer = typeof what === 'string' ? await findPackage(member.server, what) : null
  const { id: proofId } = await uploadSlip(member, slip)
  const coins = typeof what === 'number' ? what : Number(offer?.min_coin_purchase)
  const body = { amount_coins: coins, package_id: offer?.id ?? null, payment_proof_id: proofId }
  return call(member, submitBuyRequest, { body })
}

export async function decide(
  admin: Person,
  request: Request,
  status: 'approved' | 'rejected',
  notes = status === 'rejected' ? 'Not received.' : '',
  acknowledged?: ApprovalWarning[],
): Promise<Request> {
  const userId = requesterId(request)
  const body = { status, admin_notes: notes, ...(acknowledged && { acknowledged }) }
  return call(admin, decideRequest, { params: { userId, requestId: request.id }, body })
}

/** Suspends a person as an administrator. Their sessions end and their requests stay. */
export async function suspend(admin: Person, { userId }: Person): Promise<void> {
  await call(admin, changeUserStatus, { params: { userId }, body: { status: 'Suspended', reason: 'Suspected fraud' } })
}

/** Invites an administrator, with the password as proof. */
export async function invite(
  owner: Person,
  input: InputOf<typeof createInvitation>['body'],
): Promise<OutputOf<typeof createInvitation>> {
  return callProven(owner, createInvitation, { body: input })
}

/** Returns a member with an approved first package, who may choose the amount of further buys. */
export async function createBuyer(
  admin: Person,
  { name, packageName = 'Gold' }: { name?: string; packageName?: string } = {},
): Promise<Person> {
  const member = await createMember(admin.server, { ...(name && { name }), packageName })
  await decide(admin, await buy(member, packageName), 'approved')
  return member
}

export async function withdraw(member: Person, coins: number): Promise<Request> {
  await setWallet(member, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  return call(member, submitWithdrawalRequest, { body: { amount_coins: coins } })
}

/** Sets the member's own wallet address, with the password as proof, and lets the time pass for which that holds coins. */
export async function setWallet(member: Person, address: string): Promise<Profile> {
  const input = { params: { userId: member.userId }, body: { wallet_address: address } }
  const profile = await callProven(member, updateProfile, input)
  await withDatabase(member.server, (db) => passHolds(db, member.userId))
  return profile
}

export async function transfer(member: Person, recipient: Person, coins: number): Promise<Request> {
  return call(member, submitTransferRequest, { body: { recipient_member_id: recipient.memberId, amount_coins: coins } })
}

type Slip = { mimeType: string; buffer: Buffer }

export async function uploadSlip(member: Person, slip?: Slip): Promise<{ id: string; path: string }> {
  const { mimeType, buffer } = slip ?? (await slipPicture())
  const init = { body: new Uint8Array(buffer), headers: { 'content-type': mimeType, 'idempotency-key': randomUUID() } }
  return (await send(member, uploadFile, uploadFile.path, init)) as { id: string; path: string }
}

export async function findPackage(server: TestServer, name: string): Promise<MembershipPackage> {
  const { items } = await call({ server }, listPackages, {})
  const found = items.find(({ package_name }) => package_name === name)
  if (!found) throw new Error(`no package ${name} is on offer`)
  return found
}

/** Works on the server's own database with the owner's rights, for changes that no call of the API can make. */
export async function withDatabase<Result>(server: TestServer, work: (db: Db) => Promise<Result>): Promise<Result> {
  let isOver = false
  const onError = (error: Error) => {
    // A server that stops right afterwards may still end this connection with an error.
    if (!isOver) throw error
  }
  const db = createDb(createPool(server.databaseUrl('owner'), { max: 1, onError }))
  try {
    return await work(db)
  } finally {
    isOver = true
    await db.destroy()
  }
}

function newEmail(name: string): string {
  made += 1
  return `${name.toLowerCase().replaceAll(' ', '.')}.${made}@example.org`
}

interface SignIn {
  name: string
  email: string
  portal: 'member' | 'admin'
  password?: string
  userAgent?: string
}

/** Signs in an account with the password of all tests, or with the given one. */
export async function logIn(
  server: TestServer,
  { name, email, portal, password: ownPassword = password, userAgent = 'node' }: SignIn,
): Promise<Person> {
  const response = await request({ server }, signIn, signIn.path, {
    body: JSON.stringify({ email, password: ownPassword, portal }),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
  })
  const { session } = (await response.json()) as OutputOf<typeof signIn>
  const [, cookieName, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  if (!session || !cookieName || !value) throw new Error(`${email} got no session`)
  const { id: userId, member_id: memberId } = session.profile
  return { server, name, email, userId, memberId: memberId ?? '', session: { name: cookieName, value } }
}

async function send(...parts: Parameters<typeof request>): Promise<unknown> {
  return (await request(...parts)).json()
}

async function request(
  { server, session }: { server: TestServer; session?: Person['session'] | undefined },
  { id, method }: Operation,
  path: string,
  { body, headers = {} }: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
): Promise<Response> {
  const response = await fetch(server.url + path, {
    method,
    ...(body !== undefined && { body }),
    headers: { ...headers, origin: server.url, ...(session && { cookie: `${session.name}=${session.value}` }) },
  })
  if (!response.ok) throw new Error(`${id} answered ${response.status} ${await response.text()}`)
  return response
}
