import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { rateCacheMs } from '../../../contract/rates.ts'
import { fieldTexts } from '../../../contract/texts.ts'
import { getBuyQuote, submitBuyRequest } from '../../../contract/requests.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { allowFallbackRate } from '../../../tests/helpers/ledger.ts'
import { buyPackage, createUploadRow } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { createExchangeRates, type ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { createToken } from '../../../tests/helpers/people.ts'
import { quoteBuy } from './buy-quote.ts'

let site: TestApp
let member: Person
let exchangeRates: ExchangeRates
/** The answer of the exchange rate service; undefined while it is out of order. */
let quoted: string | undefined
let now = Date.parse('2026-01-01T12:00:00Z')

beforeAll(async () => {
  const provider = () => (quoted === undefined ? Promise.reject(new Error('out of order')) : Promise.resolve(quoted))
  exchangeRates = createExchangeRates(provider, { log: { warn() {} }, now: () => now })
  site = await createTestApp({}, { exchangeRates })
  member = await createMember(site)
  await buyPackage(site.database.ownerDb, (await createAdmin(site)).userId, member.userId)
})
beforeEach(async () => setRate('0.99'))
afterAll(() => site.close())

/** Lets the kept rate expire and sets the next answer of the service. */
async function setRate(rate: string | undefined): Promise<void> {
  quoted = rate
  now += rateCacheMs
  await exchangeRates.read()
}

const readQuote = async (coins: number, packageId?: string, { cookie } = member) =>
  call(
    site,
    getBuyQuote,
    { query: { amount_coins: coins, ...(packageId !== undefined && { package_id: packageId }) } },
    { cookie },
  )

async function submit(
  body: { amount_coins: number; quote_id?: string; transaction_hash?: string | null },
  key = randomUUID(),
) {
  const slipId = await createUploadRow(site.database.ownerDb, member.userId)
  const whole = { payment_proof_id: slipId, ...body }
  return { ...(await call(site, submitBuyRequest, { body: whole }, { cookie: member.cookie, key })), slipId, key }
}

describe('a quote', () => {
  test('of a package has its cost, its coins and the time of the exchange rate', async () => {
    const { body } = await readQuote(10_000, site.packageId)
    expect(body).toEqual({
      quote_id: body.quote_id,
      amount_coins: '10000',
      package_id: site.packageId,
      package_name: 'Shield',
      bonus_coins: '500',
      received_coins: '10500',
      amount_usd: '100',
      usdt_amount: '101.0101',
      usdt_tail: null,
      usdt_rate: '0.99',
      usdt_rate_is_fallback: false,
      usdt_rate_fetched_at: new Date(now).toISOString(),
      rate: '0.01',
    })
  })

  test('of any other amount is one of a top-up', async () => {
    for (const packageId of [undefined, site.packageId]) {
      expect((await readQuote(3000, packageId)).body).toMatchObject({
        package_id: null,
        package_name: null,
        bonus_coins: '0',
        received_coins: '3000',
        amount_usd: '30',
      })
    }
  })

  test.each([
    [999, undefined, 'buy_amount_not_valid'],
    [-1000, undefined, 'buy_amount_not_valid'],
    [1500, undefined, 'buy_amount_not_multiple'],
    [1000.5, undefined, 'invalid_request'],
    [Number.NaN, undefined, 'invalid_request'],
    [10_000, randomUUID(), 'package_not_found'],
    [10_000, 'gold', 'invalid_request'],
  ] as const)('of %d coins with the package %s is refused with %s', async (coins, packageId, code) => {
    const before = await readTableDigests(site.database.owner)
    const answer = await readQuote(coins, packageId)
    expect(answer).toMatchObject({ status: errors[code].status, body: { code } })
    expect(await readTableDigests(site.database.owner)).toMatchObject({ 'ledger.requests': before['ledger.requests'] })
  })

  test('of a first purchase needs a package and its own amount [BUY-09, BUY-10]', async () => {
    const newcomer = await createMember(site)
    expect((await readQuote(10_000, undefined, newcomer)).body.code).toBe('package_required')
    expect((await readQuote(11_000, site.packageId, newcomer)).body.code).toBe('package_amount_mismatch')
    expect((await readQuote(10_000, site.packageId, newcomer)).status).toBe(200)
  })

  test('is refused while buying is closed', async () => {
    const installation = { ...site.deps.installation, isProduction: true }
    const token = await createToken(site.database.ownerDb, member.userId)
    const input = { userId: member.userId, token, coins: 1000 }
    const closed = quoteBuy({ db: site.deps.db, exchangeRates, installation }, input)
    await expect(closed).rejects.toMatchObject({ code: 'buying_closed' })
  })
})

describe('between the quote and the request', () => {
  test('a new exchange rate is reported, and the same call succeeds with a new quote', async () => {
    const { body: quote } = await readQuote(4000)
    await setRate('0.98')
    const refused = await submit({ amount_coins: 4000, quote_id: quote.quote_id })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'quote_changed',
        message:
          'The price or the exchange rate has changed since you looked. Please check the new figures and submit again.',
      },
    })
    const { body: renewed } = await readQuote(4000)
    const body = { amount_coins: 4000, quote_id: renewed.quote_id, payment_proof_id: refused.slipId }
    expect((await submit(body, refused.key)).body).toMatchObject({
      usdt_rate: '0.98',
      usdt_amount: renewed.usdt_amount,
    })
  })

  test('while the service is out of order buying is closed, and opens with its next rate', async () => {
    const { body: quote } = await readQuote(4000)
    await setRate(undefined)
    const closed = await readQuote(4000)
    expect([closed.status, closed.body.code]).toEqual([422, 'exchange_rate_missing'])
    const refused = await submit({ amount_coins: 4000, quote_id: quote.quote_id })
    expect([refused.status, refused.body.code]).toEqual([422, 'exchange_rate_missing'])
    await setRate('0.99')
    const body = { amount_coins: 4000, quote_id: quote.quote_id, payment_proof_id: refused.slipId }
    expect((await submit(body, refused.key)).body).toMatchObject({ status: 'pending', usdt_rate: '0.99' })
  })

  test('a change between the exchange rate and the fallback rate is reported, and the fallback is marked [RATE-13]', async () => {
    await allowFallbackRate(site.database)
    const { body: quote } = await readQuote(4000)
    await setRate(undefined)
    expect((await submit({ amount_coins: 4000, quote_id: quote.quote_id })).body.code).toBe('quote_changed')
    const { body: standIn } = await readQuote(4000)
    expect(standIn).toMatchObject({ usdt_rate: '1', usdt_rate_is_fallback: true, usdt_amount: '40' })
    const { body: request } = await submit({ amount_coins: 4000, quote_id: standIn.quote_id })
    expect(request).toMatchObject({ usdt_rate: '1', usdt_rate_is_fallback: true })
    await allowFallbackRate(site.database, false)
    // The rate is the same, but it is now a known rate.
    await setRate('1')
    expect((await submit({ amount_coins: 4000, quote_id: standIn.quote_id })).body.code).toBe('quote_changed')
  })

  test('a request without a quote gets the terms of the moment', async () => {
    expect((await submit({ amount_coins: 4000 })).body).toMatchObject({ usdt_rate: '0.99', status: 'pending' })
  })
})

describe('the hash of the payment', () => {
  test.each([
    ['abcdef', 'abcdef'],
    ['  0x9f-AB_1 ', '0x9f-AB_1'],
    ['f'.repeat(128), 'f'.repeat(128)],
    ['', null],
    ['   ', null],
    [null, null],
    [undefined, null],
  ])('%j is stored as %j', async (hash, kept) => {
    const body = { amount_coins: 1000, ...(hash !== undefined && { transaction_hash: hash }) }
    expect((await submit(body)).body).toMatchObject({ transaction_hash: kept })
  })

  test.each(['abcde', 'f'.repeat(129), 'abc def', 'abc.def', 'ａｂｃｄｅｆ', 'abc\ndef'])(
    '%j is refused',
    async (hash) => {
      expect(await submit({ amount_coins: 1000, transaction_hash: hash })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', fields: { transaction_hash: fieldTexts.transactionHashNotValid } },
      })
    },
  )
})
