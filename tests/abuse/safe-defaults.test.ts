import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRequest, decideRequest, getBuyQuote, submitBuyRequest } from '../../contract/requests.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { createAdmin, createMember, findPackage, uploadSlip, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, openAsOwner, startTarget, type Target } from '../helpers/attack.ts'

let target: Target
let member: Person
beforeAll(async () => {
  // Nothing answers at this port, so the rate service is out of reach.
  target = await startTarget({ EXCHANGE_RATE_URL: 'http://127.0.0.1:1/latest/USD' })
  member = await createMember(target.server)
})
afterAll(async () => target.stop())

test('the kept mails are for browsers of this machine alone [A174]', async () => {
  const port = new URL(target.server.url).port
  const headersOfOthers: Record<string, string>[] = [
    { host: 'coins.example.org' },
    { host: `192.168.1.4:${port}` },
    { host: `localhost.example.org:${port}` },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-host': 'coins.example.org' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
  ]
  await expectUnchanged(target, async () => {
    expect((await attack(target, { method: 'GET', path: '/dev/mail' })).status).toBe(200)
    for (const headers of headersOfOthers) {
      const { status, text } = await attack(target, { method: 'GET', path: '/dev/mail', headers })
      expect([headers, status]).toEqual([headers, 404])
      expect(text).not.toContain('example.org')
    }
  })
})

async function submitRaw(coins: number, packageId: string) {
  const { id: slipId } = await uploadSlip(member)
  const body = { amount_coins: coins, package_id: packageId, payment_proof_id: slipId }
  return { path: submitBuyRequest.path, body, as: member }
}

test('nothing is bought while 1 stands in for the exchange rate [A175]', async () => {
  const { id, min_coin_purchase: coins } = await findPackage(target.server, 'Gold')
  const call = await submitRaw(Number(coins), id)
  const path = buildUrl(getBuyQuote, { query: { amount_coins: Number(coins), package_id: id } })
  await expectUnchanged(target, async () => {
    const quote = await attack(target, { method: 'GET', path, as: member })
    expect([quote.status, quote.body?.code]).toEqual([422, 'exchange_rate_missing'])
    const request = await attack(target, call)
    expect([request.status, request.body?.code]).toEqual([422, 'exchange_rate_missing'])
  })
})

test('a buy that is left open expires, and its old terms with it [A176]', async () => {
  const admin = await createAdmin(target.server)
  const { id, min_coin_purchase: coins } = await findPackage(target.server, 'Gold')
  await target.owner.query('update settings set buys_on_fallback_rate = true')
  const made = await attack(target, await submitRaw(Number(coins), id))
  const { id: requestId = '' } = made.body as { id?: string }
  expect(made.status).toBe(200)
  await target.owner.query(
    `alter table ledger.requests disable trigger guard_change;
     update ledger.requests set created_at = created_at - interval '8 days';
     alter table ledger.requests enable trigger guard_change`,
  )
  // A server looks for overdue purchases every minute.
  await target.owner.query(`update jobs set due_at = now() where name = 'expired_buys'`)
  await target.server.restart()
  const owner = openAsOwner(target.server)
  const readStatus = async () =>
    (await owner.query<{ status: string }>('select status from ledger.requests')).rows[0]?.status
  await expect.poll(readStatus, { timeout: 10_000 }).toBe('expired')
  expect((await target.server.mailTo(member.email, 'has expired')).text).toContain(requestId)
  const params = { userId: member.userId, requestId }
  await expectUnchanged({ owner }, async () => {
    const key = { 'idempotency-key': randomUUID() }
    const decision = {
      path: buildUrl(decideRequest, { params }),
      body: { status: 'approved' },
      as: admin,
      headers: key,
    }
    expect(await attack(target, decision)).toMatchObject({ status: 409, body: { code: 'already_processed' } })
    const path = buildUrl(cancelRequest, { params: { requestId } })
    expect((await attack(target, { path, as: member })).status).toBe(409)
  })
  const { rows } = await owner.query(
    'select trim_scale(available)::text as available, trim_scale(locked)::text as locked from ledger.accounts',
  )
  expect(rows).toEqual([{ available: '0', locked: '0' }])
  await owner.end()
})
