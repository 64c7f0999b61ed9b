import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adjustBalance } from '../../../contract/adjustments.ts'
import { errors } from '../../../contract/errors.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { getRequestReview } from '../../../contract/request-review.ts'
import { decideRequest, submitBuyRequest } from '../../../contract/requests.ts'
import { stepUp } from '../../../contract/two-factor.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createUploadRow } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { setStepUpUsd } from '../../money/settings/settings.ts'
import { provenCall } from '../../../tests/helpers/proven-call.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let admin: Person
let member: Person
let request: { userId: string; requestId: string }

beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  // Earlier decisions count, too, so each test begins a day without any.
  await site.database.owner.query('DELETE FROM ledger.decided_worth')
  member = await createMember(site)
  request = await submitBuy()
  await setLimit('99.99')
})

/** Submits a request of 100 USD. */
async function submitBuy() {
  const uploadId = await createUploadRow(site.database.ownerDb, member.userId)
  const body = { amount_coins: 10_000, package_id: site.packageId, payment_proof_id: uploadId }
  const answer = await call(site, submitBuyRequest, { body }, { cookie: member.cookie, key: randomUUID() })
  expect(answer).toMatchObject({ status: 200, body: { amount_usd: '100' } })
  return { userId: member.userId, requestId: answer.body.id }
}

async function setLimit(usd: string): Promise<void> {
  await setStepUpUsd(site.database.owner, usd)
}

const approval = () => ({ params: request, body: { status: 'approved' as const } })

async function ask(person: Person, typed = password) {
  const body = { ...provenCall(decideRequest, approval()), password: typed }
  return call(site, stepUp, { body }, { cookie: person.cookie })
}

/** Requests a proof for the approval. */
const prove = async (person = admin) => requestProof(site, person, decideRequest, approval())

/** Approves the request, with or without a proof. */
async function approve(proof?: string, { person = admin, key = newKey() } = {}) {
  const headers = proof === undefined ? {} : { [stepUpHeader]: proof }
  const { status, body } = await call(site, decideRequest, approval(), { cookie: person.cookie, key, headers })
  return [status, status === 200 ? body.status : body.code]
}

const newKey = () => randomUUID() as string

const refused = [401, 'step_up_required']

describe('a decision on a large amount', () => {
  test('needs a proof, says so beforehand, and moves no coins without one', async () => {
    const review = await call(site, getRequestReview, { params: request }, { cookie: admin.cookie })
    expect(review.body.needs_step_up).toBe(true)
    const before = await readTableDigests(site.database.owner)
    expect(await approve()).toEqual(refused)
    expect(await readTableDigests(site.database.owner)).toEqual(before)
    expect(await approve(await prove())).toEqual([200, 'approved'])
  })

  test('is refused as well for a client that wants a question in place of a refusal, with another status alone [A140]', async () => {
    const before = await readTableDigests(site.database.owner)
    const send = async (prefer: string) => {
      const headers = { prefer }
      const answer = await call(site, decideRequest, approval(), { cookie: admin.cookie, key: newKey(), headers })
      return [answer.status, answer.body]
    }
    const { call: name } = provenCall(decideRequest, approval())
    const body = { code: 'step_up_required', message: errors.step_up_required.message, call: name }
    expect(await send('asking')).toEqual([202, body])
    expect(await send('something else')).toEqual([401, body])
    expect(await readTableDigests(site.database.owner)).toEqual(before)
    expect(await approve(await prove())).toEqual([200, 'approved'])
  })

  test('needs no proof up to the amount of the settings, which all its coins are compared with', async () => {
    // The package gives a bonus of 5 percent.
    await setLimit('104.99')
    expect(await approve()).toEqual(refused)
    await setLimit('105')
    const review = await call(site, getRequestReview, { params: request }, { cookie: admin.cookie })
    expect(review.body.needs_step_up).toBe(false)
    expect(await approve()).toEqual([200, 'approved'])
  })

  test('is answered again without a new proof, and a later decision is refused', async () => {
    const key = randomUUID()
    expect(await approve(await prove(), { key })).toEqual([200, 'approved'])
    expect(await approve(undefined, { key })).toEqual([200, 'approved'])
    expect(await approve()).toEqual([409, 'already_processed'])
  })
})

describe('a correction of a balance', () => {
  test('by a large amount, up or down, needs a proof, and is answered again without one', async () => {
    await setLimit('100')
    const adjust = async (coins: number, { proof = '', key = newKey() } = {}) => {
      const input = { params: { userId: member.userId }, body: { coins, reason: 'Paid twice' } }
      const headers = proof === '' ? {} : { [stepUpHeader]: proof }
      const { status, body } = await call(site, adjustBalance, input, { cookie: admin.cookie, key, headers })
      return [status, status === 200 ? body.stats.balance_coins : body.code]
    }
    expect(await adjust(10_000)).toEqual([200, '10000'])
    const before = await readTableDigests(site.database.owner)
    for (const coins of [10_001, -10_001]) expect(await adjust(coins)).toEqual(refused)
    expect(await readTableDigests(site.database.owner)).toEqual(before)
    const key = newKey()
    const input = { params: { userId: member.userId }, body: { coins: 10_001, reason: 'Paid twice' } }
    const proof = await requestProof(site, admin, adjustBalance, input)
    // It is for another correction, so it stays valid for its own.
    expect(await adjust(10_002, { proof })).toEqual(refused)
    expect(await adjust(10_001, { proof, key })).toEqual([200, '20001'])
    expect(await adjust(10_001, { proof })).toEqual(refused)
    expect(await adjust(10_001, { key })).toEqual([200, '20001'])
  })
})

describe('a proof', () => {
  /** Expects that the work changes nothing except the proofs. */
  async function expectUnmoved(work: () => Promise<void>): Promise<void> {
    const before = await readTableDigests(site.database.owner)
    await work()
    const after = await readTableDigests(site.database.owner)
    expect({ ...after, 'public.step_up_proofs': '' }).toEqual({ ...before, 'public.step_up_proofs': '' })
  }

  test('of another call is refused [A30]', async () => {
    const rejection = { params: request, body: { status: 'rejected', admin_notes: 'No' } } as const
    const other = { params: { ...request, requestId: randomUUID() }, body: approval().body }
    const noted = { params: request, body: { ...approval().body, admin_notes: 'Paid' } }
    for (const input of [rejection, other, noted]) {
      const proof = await requestProof(site, admin, decideRequest, input)
      await expectUnmoved(async () => expect(await approve(proof)).toEqual(refused))
    }
  })

  test('that the call did not need is used up with it', async () => {
    const proof = await prove()
    await setLimit('100')
    expect(await approve(proof)).toEqual([200, 'approved'])
    const { rows } = await site.database.owner.query('SELECT FROM step_up_proofs WHERE user_id = $1', [admin.userId])
    expect(rows).toEqual([])
  })

  test('is for the same input in another order of its fields', async () => {
    const body = { status: 'rejected', admin_notes: 'No' } as const
    const proof = await requestProof(site, admin, decideRequest, { params: request, body })
    const turned = { admin_notes: 'No', status: 'rejected' } as const
    const options = { cookie: admin.cookie, key: newKey(), headers: { [stepUpHeader]: proof } }
    expect((await call(site, decideRequest, { params: request, body: turned }, options)).status).toBe(200)
  })

  test('of another session is refused, even of the same person [A30]', async () => {
    const elsewhere = await logIn(site, admin.email, 'admin')
    const foreign = await prove(await createAdmin(site))
    const proofs = [await prove(elsewhere), foreign]
    await expectUnmoved(async () => {
      for (const proof of proofs) expect(await approve(proof)).toEqual(refused)
    })
  })

  test('of more than five minutes ago is refused, by the clock of the database [A30]', async () => {
    const age = async (seconds: number) =>
      site.database.owner.query(
        'UPDATE step_up_proofs SET expires_at = expires_at - make_interval(secs => $1) WHERE user_id = $2',
        [seconds, admin.userId],
      )
    const old = await prove()
    await age(301)
    await expectUnmoved(async () => expect(await approve(old)).toEqual(refused))
    const recent = await prove()
    await age(290)
    expect(await approve(recent)).toEqual([200, 'approved'])
  })

  test('counts once, even if it is sent twenty times at once [A30]', async () => {
    await setLimit('0')
    const input = { params: { userId: member.userId }, body: { coins: 7, reason: 'Paid twice' } }
    const headers = { [stepUpHeader]: await requestProof(site, admin, adjustBalance, input) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () =>
        call(site, adjustBalance, input, { cookie: admin.cookie, key: newKey(), headers }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(401)])
  })

  test('is not consumed by a form with a mistake', async () => {
    const proof = await prove()
    const headers = { [stepUpHeader]: proof }
    const body = { status: 'done' } as unknown as { status: 'approved' }
    const options = { cookie: admin.cookie, key: randomUUID(), headers }
    expect((await call(site, decideRequest, { params: request, body }, options)).status).toBe(400)
    expect(await approve(proof)).toEqual([200, 'approved'])
  })

  test('that was never issued is refused, in any form', async () => {
    for (const made of ['', 'x', 'A'.repeat(43), '%00', 'é'.repeat(20), 'A'.repeat(8000)]) {
      expect(await approve(made)).toEqual(refused)
    }
  })

  test('ends with its session', async () => {
    const session = await logIn(site, admin.email, 'admin')
    await prove(session)
    const own = 'SELECT 1 FROM step_up_proofs WHERE user_id = $1'
    expect((await site.database.owner.query(own, [admin.userId])).rowCount).toBeGreaterThan(0)
    await site.database.owner.query('DELETE FROM sessions WHERE user_id = $1', [admin.userId])
    expect((await site.database.owner.query(own, [admin.userId])).rowCount).toBe(0)
    admin = await logIn(site, admin.email, 'admin')
  })
})

describe('a request for a proof', () => {
  test('accepts the password, and records a wrong one', async () => {
    const wrong = await ask(admin, 'not the password')
    expect(wrong).toMatchObject({ status: 422, body: { code: 'password_wrong' } })
    const { rows } = await site.database.owner.query(
      `SELECT actor_id, ip_address, detail FROM audit_events WHERE action = 'step_up_refused'`,
    )
    expect(rows).toEqual([
      { actor_id: admin.userId, ip_address: '127.0.0.1', detail: { for: 'decision', with: 'password' } },
    ])
  })

  test('names the missing field', async () => {
    const { status, body } = await call(
      site,
      stepUp,
      { body: { action: 'wallet', call: 'A'.repeat(43) } },
      { cookie: admin.cookie },
    )
    expect([status, body.fields]).toEqual([400, { password: 'Password is required.' }])
  })

  test('stores no proof that a reader of the database could use', async () => {
    const proof = await prove()
    const { rows } = await site.database.owner.query('SELECT t::text AS row FROM step_up_proofs t')
    expect(JSON.stringify(rows)).not.toContain(proof)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(proof, 'base64url').toString('hex'))
  })
})
