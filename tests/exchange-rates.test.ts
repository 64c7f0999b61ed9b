import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getExchangeRates } from '../contract/rates.ts'
import { getBuyQuote } from '../contract/requests.ts'
import { call, createAdmin, createBuyer, createMember, findPackage, uploadSlip, type Person } from './helpers/api.ts'
import { attack } from './helpers/attack.ts'
import { startServer, type TestServer } from './helpers/server.ts'

let service: Server
let server: TestServer
let answer: RequestListener = (_, response) => response.end(JSON.stringify({ conversion_rates: { USDT: 1.0012 } }))
const keys: (string | undefined)[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    keys.push(request.headers.authorization)
    answer(request, response)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  server = await startServer({
    env: {
      // Members may buy at a stand-in rate here, because one test reads how such a request is marked.
      BUY_ON_FALLBACK_RATE: 'allowed',
      EXCHANGE_RATE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/latest/USD`,
      EXCHANGE_RATE_KEY: 'the-key-of-the-service',
      EXCHANGE_RATE_QUOTE: 'usdt-per-usd',
    },
  })
})
afterAll(async () => {
  await server.stop()
  service.closeAllConnections()
  service.close()
})

const quoting =
  (usdt: unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ conversion_rates: { EUR: 0.91, USDT: usdt } }))
const refresh = (member: Person) => call(member, getExchangeRates, { query: { refresh: 'true' } })
const quote = (member: Person) => call(member, getBuyQuote, { query: { amount_coins: 4000 } })

test('quotes and requests use the service’s rate, and its failures are only logged [CALL-17, RATE-14, RATE-15, RATE-16]', async () => {
  // The server has read the rate before any member asks.
  await expect.poll(() => keys).toEqual(['Bearer the-key-of-the-service'])
  const member = await createBuyer(await createAdmin(server))
  const { id: slipId } = await uploadSlip(member)
  const { quote_id: quoteId, ...figures } = await quote(member)
  expect(figures).toMatchObject({ amount_usd: '40', usdt_rate: '0.99880144', usdt_amount: '40.048' })
  expect(keys).toEqual(['Bearer the-key-of-the-service'])

  // While a rate is valid, a failure is reported only to its caller and changes no price.
  answer = quoting('1.0')
  expect(await refresh(member)).toMatchObject({
    conversion_rates: { USDT: '1' },
    is_fallback: true,
    error: 'Invalid data format from exchange rate API.',
  })
  answer = (_, response) => response.writeHead(500).end('{}')
  expect(await refresh(member)).toMatchObject({ is_fallback: true, error: 'Unknown error from edge function.' })
  expect(await quote(member)).toMatchObject({ quote_id: quoteId, usdt_rate_is_fallback: false })
  expect(server.output()).toContain('Invalid data format from exchange rate API.')
  expect(server.output()).toContain('Unknown error from edge function.')
  expect(server.output()).not.toContain('the-key-of-the-service')

  // A new rate makes a new price.
  answer = quoting(1.003)
  expect(await refresh(member)).toMatchObject({ conversion_rates: { USDT: '0.99700897' }, is_fallback: false })
  const body = { amount_coins: 4000, payment_proof_id: slipId, quote_id: quoteId }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const refused = await attack({ server }, { path: '/api/buy-requests', body, headers, as: member })
  expect([refused.status, refused.body?.code]).toEqual([409, 'quote_changed'])
})

test('without any rate from the service, quotes and requests say that 1 stands in [RATE-13]', async () => {
  answer = (request) => request.socket.destroy()
  await server.restart()
  const member = await createMember(server)
  const { id: packageId, min_coin_purchase: coins } = await findPackage(server, 'Gold')
  const terms = { amount_coins: Number(coins), package_id: packageId }
  const quoted = await call(member, getBuyQuote, { query: terms })
  expect(quoted).toMatchObject({ usdt_rate: '1', usdt_rate_is_fallback: true })
  const body = { ...terms, payment_proof_id: (await uploadSlip(member)).id, quote_id: quoted.quote_id }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const made = await attack({ server }, { path: '/api/buy-requests', body, headers, as: member })
  expect(made.body).toMatchObject({ usdt_rate: '1', usdt_rate_is_fallback: true, usdt_amount: quoted.usdt_amount })
})
