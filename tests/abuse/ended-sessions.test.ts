import { randomUUID } from 'node:crypto'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adjustBalance } from '../../contract/adjustments.ts'
import type { Operation } from '../../contract/operation.ts'
import { changePassword } from '../../contract/recovery.ts'
import { decideRequest, submitTransferRequest, submitWithdrawalRequest } from '../../contract/requests.ts'
import { isInDuty } from '../../contract/roles.ts'
import { signOutElsewhere } from '../../contract/sessions.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { changeUserStatus, signOutUser } from '../../contract/users.ts'
import { call, createTestApp, password, publicUrl, type TestApp } from '../helpers/app.ts'
import { changes, operationsWithoutEffect, headersOf, prepareChange, type Attempt } from '../helpers/every-change.ts'
import { listKeptFiles } from '../helpers/list-kept-files.ts'
import { createSignedIn, startSession, type SignedIn } from '../helpers/signed-in.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { unusedTotpCode, requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let port: number
let requestCount = 0
beforeAll(async () => {
  // The ends of many sessions take longer than people have to send a form.
  site = await createTestApp({}, { bodyTimeoutMs: 60_000 })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  site.app.server.on('request', () => (requestCount += 1))
  port = (site.app.server.address() as AddressInfo).port
})
afterAll(async () => site.close())

type Answer = [status: number, code: string]
// The server inspects a picture before it writes the row, and a busy machine needs longer for that.
const patience = { interval: 5, timeout: 10_000 }
const signedOut: Answer = [401, 'not_signed_in']
const roles = ['member', 'admin'] as const
const changesOf = (role: SignedIn['role']) => changes.filter(({ access }) => access.includes(role))
const isClosedToAuditors = ({ duties }: Operation) => !isInDuty('auditor', { duties })
const becomesAuditor = `update profiles set duty = 'auditor' where id = $1`

/** Without the outbox, because mails of these calls would count as changes. */
const api = () => ({ app: site.app })

async function suspend({ userId, role }: SignedIn): Promise<void> {
  const owner = await createSignedIn(site, 'admin')
  const input = { params: { userId }, body: { status: 'Suspended', reason: 'Stolen session' } } as const
  const headers = role === 'admin' ? { [stepUpHeader]: await requestProof(site, owner, changeUserStatus, input) } : {}
  expect((await call(api(), changeUserStatus, input, { cookie: owner.cookie, headers })).status).toBe(200)
}

/** The ways in which a session ends or loses rights while a stolen copy of it makes a call. */
const ends: Record<string, (owner: SignedIn, attempt: Attempt) => Promise<void>> = {
  'a suspension': suspend,
  async 'a new password'(owner, { secret }) {
    const elsewhere = await startSession(site, owner)
    const code = secret === undefined ? undefined : await unusedTotpCode(site, owner, secret)
    const body = { currentPassword: password, password: 'Quite new words 7', retypePassword: 'Quite new words 7' }
    const headers = code ? { [stepUpHeader]: await requestProof(site, elsewhere, changePassword, { body }, code) } : {}
    const { status } = await call(api(), changePassword, { body }, { cookie: elsewhere.cookie, headers })
    expect(status).toBe(200)
  },
  async 'signing out elsewhere'(owner) {
    const { cookie } = await startSession(site, owner)
    expect((await call(api(), signOutElsewhere, {}, { cookie })).status).toBe(200)
  },
  async 'the loss of the role'({ userId }) {
    await site.database.owner.query(
      `update profiles set role = 'user', duty = null, member_id = id::text, referral_code = id::text where id = $1`,
      [userId],
    )
  },
  async 'the loss of the duty'({ userId }) {
    await site.database.owner.query(becomesAuditor, [userId])
  },
}

/** The losses of an administrator who stays signed in: the refusals, and the operations that they close. */
const losses: Record<string, { refusal: Answer; closes: (operation: Operation) => boolean }> = {
  // Without the role, a former administrator may still call the operations that members may call.
  'the loss of the role': { refusal: [403, 'forbidden'], closes: ({ access }) => access.length === 1 },
  'the loss of the duty': { refusal: [403, 'duty_missing'], closes: isClosedToAuditors },
}

async function readState() {
  return { ...(await readTableDigests(site.database.owner)), files: listKeptFiles(site.dataDir).join(' ') }
}

/** Demands that every table except the named ones is unchanged. */
async function expectUnchanged(before: Awaited<ReturnType<typeof readState>>, except: string[] = []): Promise<void> {
  const after: Record<string, string> = await readState()
  const changed = Object.entries(before).filter(([name, digest]) => after[name] !== digest && !except.includes(name))
  expect(changed.map(([name]) => name)).toEqual([])
}

interface Message {
  method: string
  path: string
  headers: Record<string, string>
  bytes: Buffer
}

async function write(operation: Operation, attempt: Attempt, { cookie, ...person }: SignedIn): Promise<Message> {
  const { params = {}, file, body } = attempt
  return {
    method: operation.method,
    path: operation.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
    bytes: file ?? Buffer.from(JSON.stringify((await body?.({ cookie, ...person })) ?? {})),
    headers: { ...(await headersOf(site, operation, attempt, { cookie, ...person })), cookie, origin: publicUrl },
  }
}

/** Sends the headers and one byte. The returned function sends the rest and resolves to the answer. */
function begin({ method, path, headers, bytes }: Message): () => Promise<Answer> {
  const all = { host: 'x', connection: 'close', 'content-length': String(bytes.length), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = createConnection({ port, host: '127.0.0.1' })
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(bytes.subarray(0, 1))
  return async () => {
    socket.write(bytes.subarray(1))
    return readAnswer(socket)
  }
}

async function readAnswer(socket: Socket): Promise<Answer> {
  let text = ''
  for await (const part of socket) text += String(part)
  return [Number(text.split(' ')[1]), codeIn(text)]
}

const codeIn = (text: string) => /"code":"(\w+)"/.exec(text)?.[1] ?? ''

async function send({ method, path, headers, bytes }: Message): Promise<Answer> {
  const request = { method: method as 'POST', url: path, headers, payload: bytes }
  const { statusCode, body } = await site.app.inject(request)
  return [statusCode, codeIn(body)]
}

describe.each(roles)('each change by a %s', (role) => {
  const cases = Object.keys(ends).filter((end) => role === 'admin' || !(end in losses))

  test.each(cases)(
    'is refused if %s happens between the first and the last byte of the call [A126]',
    { timeout: 60_000 },
    async (end) => {
      const { refusal = signedOut, closes = () => true } = losses[end] ?? {}
      const operations = changesOf(role).filter(closes)
      const started = requestCount
      const calls = []
      for (const operation of operations) {
        const person = await createSignedIn(site, role)
        const attempt = await prepareChange(site, operation, person)
        calls.push({ person, attempt, finish: begin(await write(operation, attempt, person)) })
      }
      await expect.poll(() => requestCount - started).toBeGreaterThanOrEqual(calls.length)
      for (const { person, attempt } of calls) await ends[end]?.(person, attempt)
      const before = await readState()
      const answers = await Promise.all(calls.map(async ({ finish }) => finish()))
      expect(answers.map((answer, at) => [operations[at]?.id, ...answer])).toEqual(
        operations.map(({ id }) => [id, ...refusal]),
      )
      await expectUnchanged(before)
    },
  )
})

/** Makes the call while every table that it may write to is locked, makes the change, and releases the tables. */
async function sendWhileHeld(message: Message, change: string, id: string): Promise<Answer> {
  // A proof is used up before the transaction, because it counts for one call even if that call fails.
  const isProven = stepUpHeader in message.headers
  const open = ['sessions', 'rate_limits', ...(isProven ? ['step_up_proofs'] : [])]
  return inTransaction(async (client) => {
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names from pg_tables
        where schemaname in ('public', 'ledger') and tablename <> all ($1)`,
      [open],
    )
    await client.query(`lock table ${rows[0]?.names} in exclusive mode`)
    const answer = send(message)
    await expect.poll(countWaiting, patience).toBeGreaterThan(0)
    await client.query(change, [id])
    await client.query('commit')
    return answer
  })
}

async function countWaiting(): Promise<number> {
  const { rows } = await site.database.owner.query(
    `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
  )
  return rows.length
}

/** Runs the work in one transaction, which is rolled back unless the work commits it. */
async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await site.database.owner.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a call that waits for a lock after all checks', () => {
  // A sign-out in an ended session has nothing left to undo.
  const skipped = [...operationsWithoutEffect, 'sign_out']
  const cases = roles.flatMap((role) =>
    changesOf(role)
      .filter(({ id }) => !skipped.includes(id))
      .map((operation) => [role, operation.id, operation] as const),
  )
  // A used code or challenge stays used, even if the call is undone.
  const codeUsers = ['disable_two_factor', 'renew_recovery_codes']

  test.each(cases)('as a %s: %s is undone if the session ends meanwhile [A127]', async (role, id, operation) => {
    const person = await createSignedIn(site, role)
    const attempt = await prepareChange(site, operation, person)
    const message = await write(operation, attempt, person)
    const before = await readState()
    const answer = await sendWhileHeld(message, 'delete from sessions where id = $1', person.sessionId)
    expect(answer).toEqual(signedOut)
    const except = [
      'public.sessions',
      'public.step_up_proofs',
      'public.push_subscriptions',
      ...(codeUsers.includes(id) ? ['public.two_factor'] : []),
      ...(id === 'add_passkey' ? ['public.passkey_challenges'] : []),
    ]
    await expectUnchanged(before, except)
    // The same call succeeds in a session that lasts.
    const again = await write(operation, attempt, await startSession(site, person))
    expect(await send(again)).toEqual([200, ''])
    if (operation.id !== 'step_up') expect(await readState()).not.toEqual(before)
  })

  const ofOtherDuties = changesOf('admin').filter(isClosedToAuditors)
  test.each(ofOtherDuties.map((operation) => [operation.id, operation] as const))(
    '%s is undone where the caller’s duty changes meanwhile [A149]',
    async (_, operation) => {
      const person = await createSignedIn(site, 'admin')
      const message = await write(operation, await prepareChange(site, operation, person), person)
      const before = await readState()
      expect(await sendWhileHeld(message, becomesAuditor, person.userId)).toEqual([403, 'duty_missing'])
      await expectUnchanged(before, ['public.profiles', 'public.step_up_proofs'])
      const { rows } = await site.database.owner.query('select from profiles where id = $1 and duty = $2', [
        person.userId,
        'auditor',
      ])
      expect(rows).toHaveLength(1)
    },
  )
})

describe('coins', () => {
  /** Makes the call while the account is locked, suspends the caller, and releases the account. */
  const sendWhileSuspended = async (message: Message, accountId: string, caller: SignedIn) =>
    inTransaction(async (client) => {
      await client.query('select from ledger.accounts where user_id = $1 for update', [accountId])
      const answer = send(message)
      await expect.poll(countWaiting, patience).toBeGreaterThan(0)
      // The suspension does not wait for any lock of the call.
      await suspend(caller)
      await client.query('commit')
      return answer
    })

  test.each([
    [submitTransferRequest, 'member'],
    [submitWithdrawalRequest, 'member'],
    [decideRequest, 'admin'],
    [adjustBalance, 'admin'],
  ] as const)(
    'do not move if the caller is suspended while the call waits for the account [A128]',
    async (operation, role) => {
      const caller = await createSignedIn(site, role)
      const attempt = await prepareChange(site, operation, caller)
      const message = await write(operation, attempt, caller)
      const read = async () => {
        const { rows } = await site.database.owner.query('select * from ledger.accounts order by user_id')
        return [rows, (await site.database.owner.query('select from ledger.commands')).rowCount]
      }
      const before = await read()
      expect(await sendWhileSuspended(message, attempt.params?.['userId'] ?? caller.userId, caller)).toEqual(signedOut)
      expect(await read()).toEqual(before)
      expect((await site.database.owner.query('select * from ledger.violations')).rows).toEqual([])
    },
  )

  test('stay hidden from an ended session: even a repeated call is refused [A129]', async () => {
    for (const [operation, role] of [
      [submitTransferRequest, 'member'],
      [decideRequest, 'admin'],
      [adjustBalance, 'admin'],
    ] as const) {
      const caller = await createSignedIn(site, role)
      const message = await write(operation, await prepareChange(site, operation, caller), caller)
      expect(await send(message)).toEqual([200, ''])
      expect(await send(message)).toEqual([200, ''])
      const rest = begin(message)
      await suspend(caller)
      expect(await rest()).toEqual(signedOut)
    }
  })
})

test('of two administrators who sign each other out at once, one succeeds [A131]', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await createSignedIn(site, 'admin'), await createSignedIn(site, 'admin')]
    const prepare = async (by: SignedIn, { userId }: SignedIn) => {
      const input = { params: { userId }, body: { reason: randomUUID() } }
      const headers = { [stepUpHeader]: await requestProof(site, by, signOutUser, input) }
      return async () => (await call(api(), signOutUser, input, { cookie: by.cookie, headers })).status
    }
    const calls = [await prepare(one, other), await prepare(other, one)]
    const statuses = await Promise.all(calls.map(async (signOut) => signOut()))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
  }
})
