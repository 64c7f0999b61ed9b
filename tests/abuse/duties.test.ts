import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeDuty } from '../../contract/administrators.ts'
import { eventsPath } from '../../contract/events.ts'
import { createInvitation } from '../../contract/invitations.ts'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { duties, isInDuty, type Duty } from '../../contract/roles.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { changeUserStatus, resetTwoFactor, signOutUser } from '../../contract/users.ts'
import { call, createTestApp, publicUrl, type CallOptions, type TestApp } from '../helpers/app.ts'
import { changes, headersOf, prepareChange } from '../helpers/every-change.ts'
import { createSignedIn, startSession, type SignedIn } from '../helpers/signed-in.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let address: string
let owner: SignedIn
beforeAll(async () => {
  site = await createTestApp()
  address = await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  // The tests leave connections open for further calls, and the server would wait for their end.
  site.app.server.closeAllConnections()
  await site.close()
})
beforeEach(async () => (owner = await createSignedIn(site, 'admin')))

type Outcome = [status: number, code: string | undefined]
const otherDuty: Outcome = [403, 'duty_missing']
const limited = ['approver', 'support', 'auditor'] as const
const closedTo = (duty: Duty) => operations.filter((one) => one.duties && !isInDuty(duty, one))

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** Sends a call over the network. */
async function send({ method, path, headers, body }: Sent): Promise<Outcome> {
  const all = { ...headers, origin: publicUrl }
  const response = await fetch(address + path, { method, headers: all, ...(body !== undefined && { body }) })
  const text = await response.text()
  return [response.status, /"code":"(\w+)"/.exec(text)?.[1]]
}

/** Writes a valid call of this person, with a proof where the operation takes one. */
async function write(operation: Operation, person: SignedIn): Promise<Sent> {
  const attempt = await prepareChange(site, operation, owner)
  const { params = {}, body, file } = attempt
  return {
    method: operation.method,
    path: operation.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
    headers: { ...(await headersOf(site, operation, attempt, person)), cookie: person.cookie },
    body: file ? new Uint8Array(file) : JSON.stringify((await body?.(person)) ?? {}),
  }
}

/** Does work that must change nothing but these tables. */
async function expectUnchanged<T>(work: () => Promise<T>, except: string[] = []): Promise<T> {
  const before = await readTableDigests(site.database.owner)
  const result = await work()
  const after = await readTableDigests(site.database.owner)
  expect(Object.keys(after).filter((table) => after[table] !== before[table] && !except.includes(table))).toEqual([])
  return result
}

describe.each(limited)('a person with the duty %s', (duty) => {
  const restricted = changes.filter((operation) => closedTo(duty).includes(operation))

  test('makes no change that the duty does not cover, although the call is valid and proven [A151]', async () => {
    const person = await createSignedIn(site, 'admin', duty)
    expect(restricted.length).toBeGreaterThan(5)
    const calls: [string, Sent][] = []
    for (const operation of restricted) calls.push([operation.id, await write(operation, person)])
    await expectUnchanged(async () => {
      for (const [id, sent] of calls) expect([id, ...(await send(sent))]).toEqual([id, ...otherDuty])
    }, ['public.sessions'])
    // An owner's calls of the same kinds succeed.
    for (const operation of restricted) {
      expect([operation.id, ...(await send(await write(operation, owner)))]).toEqual([operation.id, 200, undefined])
    }
  })

  test('reads and saves nothing that the duty does not cover [A151]', async () => {
    const { cookie } = await createSignedIn(site, 'admin', duty)
    const reads = closedTo(duty).filter(({ method }) => method === 'GET')
    await expectUnchanged(async () => {
      for (const { id, method, path } of reads) {
        const sent = { method, path: path.replaceAll(/:\w+/g, owner.userId), headers: { cookie } }
        expect([id, ...(await send(sent))]).toEqual([id, ...otherDuty])
      }
    })
  })

  test('leaves the accounts of other administrators alone [A152]', async () => {
    const person = await createSignedIn(site, 'admin', duty)
    await site.database.owner.query(`insert into two_factor values ($1, '\\x00', 0)`, [owner.userId])
    const params = { userId: owner.userId }
    const body = { reason: 'Taking over' }
    const attempts = async (cookie: string, proof: string) => [
      await call({ app: site.app }, changeUserStatus, { params, body: { ...body, status: 'Suspended' } }, { cookie }),
      await call({ app: site.app }, signOutUser, { params, body }, { cookie }),
      await call({ app: site.app }, resetTwoFactor, { params, body }, { cookie, headers: { [stepUpHeader]: proof } }),
      await call({ app: site.app }, changeDuty, { params, body: { ...body, duty: 'auditor' } }, { cookie }),
      await call({ app: site.app }, createInvitation, { body: { duty: 'owner' } }, { cookie }),
    ]
    const proof = await requestProof(site, person, resetTwoFactor, { params, body })
    const answers = await expectUnchanged(
      async () => attempts(person.cookie, proof),
      ['public.step_up_proofs', 'public.sessions'],
    )
    expect(answers.map(({ status, body: refusal }) => [status, refusal.code])).toEqual(answers.map(() => otherDuty))
    const { rows } = await site.database.owner.query('select from sessions where user_id = $1', [owner.userId])
    expect(rows).toHaveLength(1)
  })
})

test('an owner who is demoted keeps an open session and loses the calls, with a proof from before as well [A153]', async () => {
  const former = await createSignedIn(site, 'admin')
  const restricted = changes.filter((operation) => closedTo('support').includes(operation))
  const calls: [string, Sent][] = []
  for (const operation of restricted) calls.push([operation.id, await write(operation, former)])
  const listening = new AbortController()
  const stream = await fetch(address + eventsPath, { headers: { cookie: former.cookie }, signal: listening.signal })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()

  const input = { params: { userId: former.userId }, body: { duty: 'support', reason: 'Other work' } } as const
  const headers = { [stepUpHeader]: await requestProof(site, owner, changeDuty, input) }
  expect((await call({ app: site.app }, changeDuty, input, { cookie: owner.cookie, headers })).status).toBe(200)

  await expectUnchanged(async () => {
    for (const [id, sent] of calls) expect([id, ...(await send(sent))]).toEqual([id, ...otherDuty])
  }, ['public.sessions', 'public.mail_outbox'])
  // The open pages hear that they should look at the session again, and no session ends.
  let said = ''
  while (!/session|ended/.test(said)) said += (await reader?.read())?.value ?? 'ended'
  expect(said).not.toContain('ended')
  expect(await send({ method: 'GET', path: '/api/users', headers: { cookie: former.cookie } })).toEqual([
    200,
    undefined,
  ])
  listening.abort()
})

test(
  'of two owners who demote each other at the same moment one does, and an owner stays [A154]',
  { timeout: 60_000 },
  async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await createSignedIn(site, 'admin'), await createSignedIn(site, 'admin')]
      const demote = async (by: SignedIn, { userId }: SignedIn) => {
        const input = { params: { userId }, body: { duty: 'auditor', reason: 'A coup' } } as const
        const headers = { [stepUpHeader]: await requestProof(site, by, changeDuty, input) }
        return call({ app: site.app }, changeDuty, input, { cookie: by.cookie, headers })
      }
      const answers = await Promise.all([demote(one, other), demote(other, one)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
      expect(answers.map(({ body }) => body.code).filter(Boolean)).toEqual(['duty_missing'])
      const { rows } = await site.database.owner.query<{ duty: string }>(
        'select duty from profiles where id = any($1)',
        [[one.userId, other.userId]],
      )
      expect(rows.map(({ duty }) => duty).toSorted()).toEqual(['auditor', 'owner'])
    }
  },
)

test('a stolen cookie of an owner neither invites, nor signs an administrator out or changes their duty or status [A156]', async () => {
  const other = await createSignedIn(site, 'admin')
  const params = { userId: other.userId }
  const reason = 'Taking over'
  const invitation = { body: { duty: 'owner' } } as const
  const proofs: Record<string, string>[] = [
    {},
    { [stepUpHeader]: 'A'.repeat(43) },
    // Those of another session, and for another call.
    { [stepUpHeader]: await requestProof(site, await startSession(site, owner), createInvitation, invitation) },
    { [stepUpHeader]: await requestProof(site, owner, createInvitation, { body: { duty: 'auditor' } }) },
  ]
  const { cookie } = owner
  await expectUnchanged(async () => {
    for (const headers of proofs) {
      const answers = [
        await call(site, createInvitation, invitation, { cookie, headers }),
        await call(site, changeDuty, { params, body: { duty: 'auditor', reason } }, { cookie, headers }),
        await call(site, signOutUser, { params, body: { reason } }, { cookie, headers }),
        ...(await suspendAndActivate(params, reason, { cookie, headers })),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [401, 'step_up_required']),
      )
    }
  }, ['public.sessions'])
  const { rows } = await site.database.owner.query('select from sessions where user_id = $1', [other.userId])
  expect(rows).toHaveLength(1)
})

async function suspendAndActivate(params: { userId: string }, reason: string, options: CallOptions) {
  const answers = []
  for (const status of ['Suspended', 'Inactive', 'Active'] as const) {
    answers.push(await call(site, changeUserStatus, { params, body: { status, reason } }, options))
  }
  return answers
}

test('every operation of administrators is for owners, and some are for them alone', () => {
  expect(closedTo('owner')).toEqual([])
  for (const duty of duties.filter((one) => one !== 'owner')) expect(closedTo(duty).length).toBeGreaterThan(10)
})
