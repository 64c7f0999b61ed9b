import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import { getRequestCounts, getRequestReview } from '../../../contract/request-review.ts'
import { listQueue } from '../../../contract/queue.ts'
import * as contract from '../../../contract/requests.ts'
import { getUserDashboardStats } from '../../../contract/stats.ts'
import { uploadFile } from '../../../contract/uploads.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  publicUrl,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createUploadRow } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'

let site: TestApp
let admin: Person
let member: Person

beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  member = await createMember(site)
})
afterAll(() => site.close())

const newKey = () => randomUUID()

async function upload(person: Person): Promise<string> {
  const picture = { width: 30, height: 30, channels: 3 as const, background: '#345' }
  const response = await site.app.inject({
    method: 'POST',
    url: uploadFile.path,
    headers: { cookie: person.cookie, origin: publicUrl, 'content-type': 'image/png', 'idempotency-key': newKey() },
    payload: await sharp({ create: picture }).png().toBuffer(),
  })
  expect(response.statusCode).toBe(200)
  return uploadFile.output.parse(response.json()).id
}

async function submitBuy(person: Person, key = newKey()) {
  const body = { amount_coins: 10_000, package_id: site.packageId, payment_proof_id: await upload(person) }
  return call(site, contract.submitBuyRequest, { body }, { cookie: person.cookie, key })
}

describe('the journey of a buy request', () => {
  test('leads from a slip through the queue to coins [REQ-01, REQ-02, CALL-38, CALL-41]', async () => {
    const buyer = await createMember(site)
    const submitted = await submitBuy(buyer)
    expect(submitted).toMatchObject({ status: 200, body: { status: 'pending', amount_usd: '100' } })

    const params = { userId: buyer.userId, requestId: submitted.body.id }
    const asAdmin = { cookie: admin.cookie }
    const queue = await call(site, listQueue, { params: { kind: 'buy' }, query: {} }, asAdmin)
    expect(queue.body.items.map(({ id }) => id)).toContain(submitted.body.id)
    const review = await call(site, getRequestReview, { params }, asAdmin)
    expect(review.body).toMatchObject({ expected: { amount_usd: '100' }, attachment: { mime_type: 'image/png' } })
    const counts = await call(site, getRequestCounts, {}, asAdmin)
    expect(counts.body.buy.pending).toBeGreaterThan(0)

    const body = { status: 'approved' as const, admin_notes: 'Received.' }
    const decided = await call(site, contract.decideRequest, { params, body }, { ...asAdmin, key: newKey() })
    expect(decided).toMatchObject({ status: 200, body: { status: 'approved', decided_by_name: 'Grace Hopper' } })
    const late = await call(site, contract.decideRequest, { params, body }, { ...asAdmin, key: newKey() })
    expect(late).toMatchObject({ status: 409, body: { code: 'already_processed', status: 'approved' } })

    const own = { cookie: buyer.cookie }
    const stats = await call(site, getUserDashboardStats, { query: {} }, own)
    expect(stats.body).toMatchObject({ balance_coins: '10500', investment_usd: '100' })
    const activity = await call(site, contract.listRequests, { query: { kind: 'buy' } }, own)
    expect(activity.body).toMatchObject({
      items: [{ status: 'approved', admin_notes: 'Received.', decided_by_name: 'Grace Hopper' }],
      next_cursor: null,
    })
  })

  test('that ends in a cancellation names no administrator', async () => {
    const buyer = await createMember(site)
    const { body: submitted } = await submitBuy(buyer)
    const own = { cookie: buyer.cookie, key: newKey() }
    const cancelled = await call(site, contract.cancelRequest, { params: { requestId: submitted.id } }, own)
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', decided_by_name: null } })
    expect(cancelled.body.decided_at).not.toBeNull()
  })

  test('a call that is repeated a hundred times at once makes one request with one answer', async () => {
    const buyer = await createMember(site)
    const body = { amount_coins: 10_000, package_id: site.packageId, payment_proof_id: await upload(buyer) }
    const options = { cookie: buyer.cookie, key: newKey() }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call(site, contract.submitBuyRequest, { body }, options)),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    const { rows } = await site.database.owner.query('select id from ledger.requests where user_id = $1', [
      buyer.userId,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('a bad call is refused by its own code and changes nothing', () => {
  const buy = {
    amount_coins: 10_000,
    package_id: '00000000-0000-4000-8000-000000000000',
    payment_proof_id: '00000000-0000-4000-8000-000000000000',
  }
  const withdrawal = { amount_coins: 1000 }
  const transfer = { amount_coins: 1000, recipient_member_id: 'ET-00000000' }
  const submissions: [string, string, string | object, ErrorCode][] = [
    ['a buy of minus 1000', '/api/buy-requests', { ...buy, amount_coins: -1000 }, 'buy_amount_not_valid'],
    ['a buy of nothing', '/api/buy-requests', { ...buy, amount_coins: 0 }, 'buy_amount_not_valid'],
    ['a buy of minus nothing', '/api/buy-requests', '{"amount_coins":-0}', 'buy_amount_not_valid'],
    ['a buy of 999', '/api/buy-requests', { ...buy, amount_coins: 999 }, 'buy_amount_not_valid'],
    ['a buy of 1500', '/api/buy-requests', { ...buy, amount_coins: 1500 }, 'buy_amount_not_multiple'],
    ['a fraction', '/api/buy-requests', { ...buy, amount_coins: 1000.5 }, 'invalid_request'],
    ['an exponent', '/api/buy-requests', '{"amount_coins":1e4}', 'invalid_request'],
    ['more than a number holds', '/api/buy-requests', '{"amount_coins":9007199254740993000}', 'invalid_request'],
    ['an amount in words', '/api/buy-requests', { ...buy, amount_coins: '10000' }, 'invalid_request'],
    ['an amount in a list', '/api/buy-requests', { ...buy, amount_coins: [1000] }, 'invalid_request'],
    ['no amount', '/api/buy-requests', { package_id: buy.package_id }, 'invalid_request'],
    ['a price of one’s own', '/api/buy-requests', { ...buy, amount_usd: '0.01' }, 'invalid_request'],
    ['a rate of one’s own', '/api/buy-requests', { ...buy, usdt_rate: '1000000000' }, 'invalid_request'],
    ['a status of one’s own', '/api/buy-requests', { ...buy, status: 'approved' }, 'invalid_request'],
    ['somebody else’s account', '/api/buy-requests', { ...buy, user_id: buy.package_id }, 'invalid_request'],
    ['a package that is none', '/api/buy-requests', { ...buy, package_id: 'Gold' }, 'invalid_request'],
    ['a package that is not there', '/api/buy-requests', buy, 'package_not_found'],
    ['no slip', '/api/buy-requests', { ...buy, payment_proof_id: null }, 'slip_required'],
    ['a path for a slip', '/api/buy-requests', { ...buy, payment_proof_id: 'a/1.png' }, 'invalid_request'],
    ['a withdrawal of 999', '/api/withdrawal-requests', { amount_coins: 999 }, 'withdrawal_below_minimum'],
    ['a withdrawal of 1001', '/api/withdrawal-requests', { amount_coins: 1001 }, 'withdrawal_not_multiple'],
    [
      'an address outside of the book',
      '/api/withdrawal-requests',
      { ...withdrawal, wallet_address: 'T' },
      'wallet_address_unlisted',
    ],
    ['no wallet address', '/api/withdrawal-requests', withdrawal, 'wallet_address_missing'],
    ['a transfer of 1500', '/api/transfer-requests', { ...transfer, amount_coins: 1500 }, 'transfer_not_multiple'],
    ['a transfer to nobody', '/api/transfer-requests', transfer, 'recipient_invalid'],
    ['no JSON', '/api/buy-requests', '{"amount_coins":', 'invalid_request'],
  ]

  test.each(submissions)('%s', async (_, url, payload, code) => {
    const before = await readTableDigests(site.database.owner)
    const response = await site.app.inject({
      method: 'POST',
      url,
      headers: {
        cookie: member.cookie,
        origin: publicUrl,
        'idempotency-key': newKey(),
        'content-type': 'application/json',
      },
      payload,
    })
    expect(response.json()).toMatchObject({ code, message: errors[code].message })
    expect(response.statusCode).toBe(errors[code].status)
    expect(withoutSessions(await readTableDigests(site.database.owner))).toEqual(withoutSessions(before))
  })

  test('a key that is missing, is no UUID, or belongs to another call', async () => {
    const buyer = await createMember(site)
    const key = newKey()
    expect(await submitBuy(buyer, key)).toMatchObject({ status: 200 })
    const other = await createUploadRow(site.database.ownerDb, buyer.userId)
    const body = { amount_coins: 10_000, package_id: site.packageId, payment_proof_id: other }
    const send = (headers: Record<string, string>) =>
      call(site, contract.submitBuyRequest, { body }, { cookie: buyer.cookie, headers })
    const before = await readTableDigests(site.database.owner)
    expect(await send({})).toMatchObject({ status: 400, body: { code: 'idempotency_key_required' } })
    expect(await send({ 'idempotency-key': 'again' })).toMatchObject({ body: { code: 'idempotency_key_required' } })
    expect(await send({ 'idempotency-key': key })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
    expect(withoutSessions(await readTableDigests(site.database.owner))).toEqual(withoutSessions(before))
    expect(await send({ 'idempotency-key': newKey() })).toMatchObject({ status: 200 })
  })

  test('an unknown decision, one about an unknown request, or one by a member', async () => {
    const buyer = await createMember(site)
    const { body: request } = await submitBuy(buyer)
    const before = await readTableDigests(site.database.owner)
    const decide = (person: Person, requestId: string, body: object) =>
      site.app.inject({
        method: 'POST',
        url: `/api/requests/${buyer.userId}/${requestId}/decision`,
        headers: { cookie: person.cookie, origin: publicUrl, 'idempotency-key': newKey() },
        payload: body,
      })
    const approve = { status: 'approved' }
    expect((await decide(admin, request.id, { status: 'paid' })).json()).toMatchObject({ code: 'invalid_request' })
    expect((await decide(admin, request.id, { ...approve, admin_notes: 'x'.repeat(2001) })).statusCode).toBe(400)
    expect((await decide(admin, '1 OR 1=1', approve)).statusCode).toBe(400)
    expect((await decide(admin, newKey(), approve)).json()).toMatchObject({ code: 'not_found' })
    expect((await decide(buyer, request.id, approve)).statusCode).toBe(403)
    expect(withoutSessions(await readTableDigests(site.database.owner))).toEqual(withoutSessions(before))
  })

  test('requests of other members are not found', async () => {
    const buyer = await createMember(site)
    const { body: request } = await submitBuy(buyer)
    const params = { userId: buyer.userId, requestId: request.id }
    const asOther = { cookie: member.cookie, key: newKey() }
    expect(await call(site, contract.getRequest, { params }, asOther)).toMatchObject({ status: 404 })
    const cancelled = await call(site, contract.cancelRequest, { params: { requestId: request.id } }, asOther)
    expect(cancelled).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await call(site, contract.getRequest, { params }, { cookie: admin.cookie })).toMatchObject({
      body: { status: 'pending' },
    })
  })
})

/** Leaves the sessions out, as a refused call may still count as activity of its session. */
function withoutSessions({ 'public.sessions': _, ...rest }: Record<string, string>): Record<string, string> {
  return rest
}
