import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adjustBalance } from '../../contract/adjustments.ts'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { changeDuty } from '../../contract/administrators.ts'
import { createInvitation } from '../../contract/invitations.ts'
import type { CallInput, Operation } from '../../contract/operation.ts'
import { createPackage, deletePackage } from '../../contract/packages.ts'
import { decideRequest, submitBuyRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { exportUsers } from '../../contract/users.ts'
import { setStepUpUsd } from '../../server/money/settings/settings.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { call, createAdmin, createMember, createTestApp, publicUrl, type Person, type TestApp } from '../helpers/app.ts'
import { createUploadRow } from '../helpers/people.ts'
import { startSession } from '../helpers/signed-in.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let owner: Person
let other: Person
let requests: { userId: string; requestId: string }[]
beforeAll(async () => {
  site = await createTestApp()
  owner = await createAdmin(site)
  other = await createAdmin(site, 'Noor Haddad')
  await setStepUpUsd(site.database.owner, '0')
})
afterAll(async () => site.close())
beforeEach(async () => {
  requests = [await submitBuy(), await submitBuy()]
})

async function submitBuy() {
  const { userId, cookie } = await createMember(site)
  const slip = await createUploadRow(site.database.ownerDb, userId)
  const body = { amount_coins: 10_000, package_id: site.packageId, payment_proof_id: slip }
  const answer = await call(site, submitBuyRequest, { body }, { cookie, key: randomUUID() })
  expect(answer.status).toBe(200)
  return { userId, requestId: answer.body.id }
}

type Sent = () => Promise<{ status: number; code: string | undefined }>

/** Prepares a call with this proof. */
function prepare<O extends Operation>(operation: O, input: CallInput<O>, proof: string, by = owner): Sent {
  return async () => {
    const options = { cookie: by.cookie, key: randomUUID(), headers: { [stepUpHeader]: proof } }
    const { status, body } = await call(site, operation, input, options)
    return { status, code: body.code }
  }
}

/** The calls that a proof for the approval of the first request might be tried on. */
async function listOtherCalls(proof: string): Promise<Sent[]> {
  const { revision } = (await call(site, getAdminSettings, {}, { cookie: owner.cookie })).body
  const [first, second] = requests as [(typeof requests)[number], (typeof requests)[number]]
  const approval = { status: 'approved' } as const
  const settings = [
    { et_rate: '5' },
    { deposit_address: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9' },
    { step_up_usd: '999999' },
  ]
  const duty = { params: { userId: other.userId }, body: { duty: 'auditor', reason: 'A coup' } } as const
  const pack = {
    package_name: 'All for nothing',
    min_coin_purchase: '1000',
    coin_price: '0.01',
    bonus_percentage: '1000',
    withdrawal_time: 'now',
    icon: 'Star',
  } as const
  const gift = { params: { userId: first.userId }, body: { coins: 10_000, reason: 'A gift' } }
  return [
    ...settings.map((changes) => prepare(changeSettings, { body: { revision, ...changes } }, proof)),
    prepare(decideRequest, { params: second, body: approval }, proof),
    prepare(decideRequest, { params: first, body: { ...approval, admin_notes: 'Paid twice' } }, proof),
    prepare(decideRequest, { params: first, body: { status: 'rejected', admin_notes: 'No' } }, proof),
    prepare(decideRequest, { params: first, body: approval }, proof, other),
    prepare(adjustBalance, gift, proof),
    prepare(createInvitation, { body: { duty: 'owner' } }, proof),
    prepare(changeDuty, duty, proof),
    prepare(createPackage, { body: pack }, proof),
    prepare(deletePackage, { params: { packageId: site.packageId } }, proof),
    prepare(exportUsers, { query: {} }, proof),
  ]
}

const refused = { status: 401, code: 'step_up_required' }

async function expectUnchanged(work: () => Promise<void>): Promise<void> {
  const before = await readTableDigests(site.database.owner)
  await work()
  const after = await readTableDigests(site.database.owner)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed.filter((table) => table !== 'public.sessions')).toEqual([])
}

describe('a proof for one decision', () => {
  test('serves no other call: no setting, request, note, status, correction, invitation, duty, package or export [A158]', async () => {
    const [params] = requests as [(typeof requests)[number]]
    const input = { params, body: { status: 'approved' } } as const
    const proof = await requestProof(site, owner, decideRequest, input)
    const others = await listOtherCalls(proof)
    await expectUnchanged(async () => {
      for (const send of others) expect(await send()).toEqual(refused)
    })
    // A refused call does not cost the proof, and the decision that it is for uses it up.
    expect((await prepare(decideRequest, input, proof)()).status).toBe(200)
    await expectUnchanged(async () => {
      for (const send of await listOtherCalls(proof)) expect((await send()).status).toBeGreaterThanOrEqual(401)
    })
  })

  test('serves no other session of the same administrator [A158]', async () => {
    const [params] = requests as [(typeof requests)[number]]
    const input = { params, body: { status: 'approved' } } as const
    const { userId, email } = owner
    const elsewhere = await startSession(site, { userId, email, role: 'admin' })
    const proof = await requestProof(site, elsewhere, decideRequest, input)
    await expectUnchanged(async () => expect(await prepare(decideRequest, input, proof)()).toEqual(refused))
  })
})

test('a proof for a change of the rate serves once, and for no other rate [A158]', async () => {
  const { revision } = (await call(site, getAdminSettings, {}, { cookie: owner.cookie })).body
  const input = { body: { revision, et_rate: '0.02' } }
  const proof = await requestProof(site, owner, changeSettings, input)
  await expectUnchanged(async () => {
    const dearer = { body: { revision, et_rate: '0.03' } }
    expect(await prepare(changeSettings, dearer, proof)()).toEqual(refused)
    const more = { body: { ...input.body, request_limit_usd: '2000000' } }
    expect(await prepare(changeSettings, more, proof)()).toEqual(refused)
  })
  expect((await prepare(changeSettings, input, proof)()).status).toBe(200)
  const back = { body: { revision: revision + 1, et_rate: '0.01' } }
  expect((await prepare(changeSettings, back, await requestProof(site, owner, changeSettings, back))()).status).toBe(
    200,
  )
  await expectUnchanged(async () => {
    const again = { body: { revision: revision + 2, et_rate: '0.02' } }
    expect(await prepare(changeSettings, again, proof)()).toEqual(refused)
  })
})

test('a proof for one correction of a balance does not serve for a second one [A158]', async () => {
  const [{ userId }] = requests as [(typeof requests)[number]]
  const input = { params: { userId }, body: { coins: 1000, reason: 'Paid twice' } }
  const proof = await requestProof(site, owner, adjustBalance, input)
  expect((await prepare(adjustBalance, input, proof)()).status).toBe(200)
  await expectUnchanged(async () => expect(await prepare(adjustBalance, input, proof)()).toEqual(refused))
})

test('of equal calls at once with one proof, exactly one is done [A158]', async () => {
  const [{ userId }] = requests as [(typeof requests)[number]]
  const readBalance = async () => {
    const { rows } = await site.database.owner.query<{ available: string }>(
      'select trim_scale(available)::text as available from ledger.accounts where user_id = $1',
      [userId],
    )
    return Number(rows[0]?.available)
  }
  for (let round = 1; round <= 5; round += 1) {
    const input = { params: { userId }, body: { coins: 1000 + round, reason: 'Paid twice' } }
    const before = await readBalance()
    const proof = await requestProof(site, owner, adjustBalance, input)
    const answers = await Promise.all(Array.from({ length: 8 }, async () => prepare(adjustBalance, input, proof)()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(401)])
    expect((await readBalance()) - before).toBe(1000 + round)
  }
})

test('a proof counts for the content that the server has read, not for fields beside or behind it [A158]', async () => {
  const [{ userId }] = requests as [(typeof requests)[number]]
  const proof = await requestProof(site, owner, adjustBalance, {
    params: { userId },
    body: { coins: 1000, reason: 'Paid twice' },
  })
  const url = buildUrl(adjustBalance, { params: { userId } })
  const sent = [
    [url, '{"coins":1000,"reason":"Paid twice","coins":9000}', 401],
    [url, '{"coins":1000,"reason":"Paid twice","reverses_id":null,"extra":9000}', 400],
    [url, '{"coins":1000,"reason":"Paid twice","__proto__":{"coins":9000}}', 400],
    [`${url}?coins=9000`, '{"coins":1000,"reason":"Paid twice"}', 400],
  ] as const
  await expectUnchanged(async () => {
    for (const [path, payload, status] of sent) {
      const headers = {
        cookie: owner.cookie,
        origin: publicUrl,
        'idempotency-key': randomUUID(),
        [stepUpHeader]: proof,
      }
      const answer = await site.app.inject({
        method: 'POST',
        url: path,
        payload,
        headers: { ...headers, 'content-type': 'application/json' },
      })
      expect([path, payload, answer.statusCode]).toEqual([path, payload, status])
    }
  })
})
