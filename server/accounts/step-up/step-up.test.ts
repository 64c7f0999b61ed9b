import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adjustBalance } from '../../../contract/adjustments.ts'
import { errors } from '../../../contract/errors.ts'
import { stepUpHeader, type StepUpAction } from '../../../contract/step-up.ts'
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

async function prove(person: Person, action: StepUpAction, typed = password) {
  return call(site, stepUp, { body: { action, password: typed } }, { cookie: person.cookie })
}

async function requestProof(person: Person, action: StepUpAction): Promise<string> {
  const { status, body } = await prove(person, action)
  expect(status).toBe(200)
  return body.proof
}

/** Approves the request, with or without a proof. */
async function approve(proof?: string, { person = admin, key = newKey() } = {}) {
  const headers = proof === undefined ? {} : { [stepUpHeader]: proof }
  const input = { params: request, body: { status: 'approved' as const } }
  const { status, body } = await call(site, decideRequest, input, { cookie: person.cookie, key, headers })
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
    expect(await approve(await requestProof(admin, 'decision'))).toEqual([200, 'approved'])
  })

  test('is refused as well for a client that wants a question in place of a refusal, with another status alone [A140]', async () => {
    const before = await readTableDigests(site.database.owner)
    const ask = async (prefer: string) => {
      const input = { params: request, body: { status: 'approved' as const } }
      const headers = { prefer }
      const answer = await call(site, decideRequest, input, { cookie: admin.cookie, key: newKey(), headers })
      return [answer.status, answer.body]
    }
    const body = { code: 'step_up_required', message: errors.step_up_required.message }
    expect(await ask('asking')).toEqual([202, body])
    expect(await ask('something else')).toEqual([401, body])
    expect(await readTableDigests(site.database.owner)).toEqual(before)
    expect(await approve(await requestProof(admin, 'decision'))).toEqual([200, 'approved'])
  })

  test('needs no proof up to the amount of the settings', async () => {
    await setLimit('100')
    const review = await call(site, getRequestReview, { params: request }, { cookie: admin.cookie })
    expect(review.body.needs_step_up).toBe(false)
    expect(await approve()).toEqual([200, 'approved'])
  })

  test('is answered again without a new proof, and a later decision is refused', async () => {
    const key = randomUUID()
    expect(await approve(await requestProof(admin, 'decision'), { key })).toEqual([200, 'approved'])
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
    expect(await adjust(10_001, { proof: await requestProof(admin, 'decision'), key })).toEqual([200, '20001'])
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

  test('of another action is refused [A30]', async () => {
    const proof = await requestProof(admin, 'wallet')
    await expectUnmoved(async () => expect(await approve(proof)).toEqual(refused))
  })

  test('of another session is refused, even of the same person [A30]', async () => {
    const elsewhere = await logIn(site, admin.email, 'admin')
    const foreign = await requestProof(await createAdmin(site), 'decision')
    const proofs = [await requestProof(elsewhere, 'decision'), foreign]
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
    const old = await requestProof(admin, 'decision')
    await age(301)
    await expectUnmoved(async () => expect(await approve(old)).toEqual(refused))
    const recent = await requestProof(admin, 'decision')
    await age(290)
    expect(await approve(recent)).toEqual([200, 'approved'])
  })

  test('counts once, even if it is sent twenty times at once [A30]', async () => {
    const requests = [request]
    while (requests.length < 20) {
      member = await createMember(site)
      requests.push(await submitBuy())
    }
    const proof = await requestProof(admin, 'decision')
    const answers = await Promise.all(
      requests.map(async (params) =>
        call(
          site,
          decideRequest,
          { params, body: { status: 'approved' } },
          { cookie: admin.cookie, key: randomUUID(), headers: { [stepUpHeader]: proof } },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(401)])
  })

  test('is not consumed by a form with a mistake', async () => {
    const proof = await requestProof(admin, 'decision')
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
    await requestProof(session, 'decision')
    const own = 'SELECT 1 FROM step_up_proofs WHERE user_id = $1'
    expect((await site.database.owner.query(own, [admin.userId])).rowCount).toBeGreaterThan(0)
    await site.database.owner.query('DELETE FROM sessions WHERE user_id = $1', [admin.userId])
    expect((await site.database.owner.query(own, [admin.userId])).rowCount).toBe(0)
    admin = await logIn(site, admin.email, 'admin')
  })
})

describe('a request for a proof', () => {
  test('accepts the password, and records a wrong one', async () => {
    const wrong = await prove(admin, 'decision', 'not the password')
    expect(wrong).toMatchObject({ status: 422, body: { code: 'password_wrong' } })
    const { rows } = await site.database.owner.query(
      `SELECT actor_id, ip_address, detail FROM audit_events WHERE action = 'step_up_refused'`,
    )
    expect(rows).toEqual([
      { actor_id: admin.userId, ip_address: '127.0.0.1', detail: { for: 'decision', with: 'password' } },
    ])
  })

  test('names the missing field', async () => {
    const { status, body } = await call(site, stepUp, { body: { action: 'wallet' } }, { cookie: admin.cookie })
    expect([status, body.fields]).toEqual([400, { password: 'Password is required.' }])
  })

  test('stores no proof that a reader of the database could use', async () => {
    const proof = await requestProof(admin, 'decision')
    const { rows } = await site.database.owner.query('SELECT t::text AS row FROM step_up_proofs t')
    expect(JSON.stringify(rows)).not.toContain(proof)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(proof, 'base64url').toString('hex'))
  })
})
