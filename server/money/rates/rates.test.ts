import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rateCacheMs } from '../../../contract/rates.ts'
import { createRateService, type RateService } from '../../platform/exchange-rates/exchange-rate-service.ts'
import { connectPeers } from '../../../tests/helpers/peers.ts'
import { createExchangeRates, fixedRate } from '../../platform/exchange-rates/exchange-rates.ts'
import { readRates } from './rates.ts'

let service: Server
let url: string
let answer: RequestListener
let calls: { authorization: string | undefined }[]
let logged: string[]
let clock: number

beforeAll(async () => {
  service = createServer((request, response) => {
    calls.push({ authorization: request.headers.authorization })
    answer(request, response)
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/latest/USD`
})
beforeEach(() => {
  calls = []
  logged = []
  clock = Date.parse('2026-01-01T12:00:00Z')
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

const quoting =
  (usdt: unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ result: 'success', conversion_rates: { USD: 1, EUR: 0.91, USDT: usdt } }))

function createRates(settings: Partial<RateService> = {}) {
  const log = { warn: (_: object, message: string) => logged.push(message) }
  const provider = createRateService({ url, quote: 'usd-per-usdt', ...settings })
  return createExchangeRates(provider, { log, now: () => clock })
}

test('the answer has a conversion_rates map with a USDT key [ENT-28, CALL-17]', async () => {
  answer = quoting(0.9987)
  expect(await readRates(createRates({ key: 'secret' }), false)).toEqual({
    conversion_rates: { USDT: '0.9987' },
    is_fallback: false,
    fetched_at: '2026-01-01T12:00:00.000Z',
  })
  expect(calls).toEqual([{ authorization: 'Bearer secret' }])
})

test('the server waits for a slow service', async () => {
  answer = (request, response) => setTimeout(() => quoting(0.98)(request, response), 150)
  expect(await createRates().read()).toMatchObject({ usdtRate: '0.98', isFallback: false })
})

test('a rate that is quoted the other way round is inverted', async () => {
  answer = quoting(1.0012)
  expect(await createRates({ quote: 'usdt-per-usd' }).read()).toMatchObject({ usdtRate: '0.99880144' })
})

test('without a service one USDT is one dollar', async () => {
  const rates = createExchangeRates(fixedRate, { log: { warn() {} } })
  expect(await readRates(rates, false)).toMatchObject({ conversion_rates: { USDT: '1' }, is_fallback: false })
})

/** Sends the first call elsewhere, where there is a good answer. */
function redirect(path = '', response: ServerResponse): void {
  if (path.endsWith('?elsewhere')) response.end(JSON.stringify({ conversion_rates: { USDT: 0.99 } }))
  else response.writeHead(302, { location: '/latest/USD?elsewhere' }).end()
}

describe('renewal by the clock of the server', () => {
  test('reads a rate before any member needs one, and the next one before that one ends', async () => {
    const rates = createRates()
    answer = quoting(0.99)
    await rates.renew()
    await rates.renew()
    expect(calls).toHaveLength(1)
    answer = quoting(1.01)
    clock += rateCacheMs - 600_000
    await rates.renew()
    expect(calls).toHaveLength(2)
    expect(await rates.read()).toMatchObject({ usdtRate: '1.01' })
    expect(calls).toHaveLength(2)
  })

  test('that fails leaves the good rate in place, and is tried again until that one ends', async () => {
    const rates = createRates()
    answer = quoting(0.99)
    await rates.renew()
    answer = (_, response) => response.writeHead(503).end()
    clock += rateCacheMs - 600_000
    await rates.renew()
    expect(await rates.read()).toMatchObject({ usdtRate: '0.99', isFallback: false })
    answer = quoting(1.01)
    clock += 30_000
    await rates.renew()
    expect(await rates.read()).toMatchObject({ usdtRate: '1.01', isFallback: false })
  })
})

describe('a rate', () => {
  test('is kept in memory for 1,800,000 ms [RATE-11]', async () => {
    expect(rateCacheMs).toBe(1_800_000)
    const rates = createRates()
    answer = quoting(0.99)
    await rates.read()
    answer = quoting(1.01)
    clock += 1_799_999
    expect(await rates.read()).toMatchObject({ usdtRate: '0.99' })
    clock += 1
    expect(await rates.read()).toMatchObject({ usdtRate: '1.01' })
    expect(calls).toHaveLength(2)
  })

  test('is read again on a refresh [RATE-12]', async () => {
    const rates = createRates()
    answer = quoting(0.99)
    await rates.read()
    answer = quoting(1.01)
    expect(await readRates(rates, true)).toMatchObject({ conversion_rates: { USDT: '1.01' } })
    expect(await readRates(rates, false)).toMatchObject({ conversion_rates: { USDT: '1.01' } })
  })

  test('is fetched once for all callers at the same time', async () => {
    const rates = createRates()
    answer = (request, response) => setTimeout(() => quoting(0.99)(request, response), 30)
    await Promise.all(Array.from({ length: 20 }, (_, index) => rates.read({ refresh: index % 2 === 0 })))
    expect(calls).toHaveLength(1)
  })
})

describe('a failure', () => {
  test.each<[string, RequestListener]>([
    ['an error status', (_, response) => response.writeHead(500).end('{}')],
    ['a broken connection', (request) => request.socket.destroy()],
    ['silence', () => {}],
    ['half an answer', (_, response) => void response.write('{"conversion_rates": {"US')],
    ['a redirection', (request, response) => redirect(request.url, response)],
    ['an answer that comes too late', (request, response) => setTimeout(() => quoting(0.99)(request, response), 400)],
  ])('by %s is logged, and the rate falls back to 1 [RATE-13, RATE-14, RATE-15]', async (_, listener) => {
    answer = listener
    expect(await readRates(createRates({ timeoutMs: 200 }), false)).toMatchObject({
      conversion_rates: { USDT: '1' },
      is_fallback: true,
      error: 'Unknown error from edge function.',
    })
    expect(logged).toEqual(['Unknown error from edge function.'])
  })

  test.each<[string, RequestListener]>([
    ['no JSON', (_, response) => response.end('<html>')],
    ['no map', (_, response) => response.end('{"result":"success"}')],
    ['no USDT', quoting(undefined)],
    ['text', quoting('1.0')],
    ['zero', quoting(0)],
    ['more than 10 % off', quoting(1.11)],
    ['the price of something else', quoting(64_000)],
  ])('of the data (%s) is logged, and the rate falls back to 1 [RATE-13, RATE-16]', async (_, listener) => {
    answer = listener
    expect(await createRates().read()).toMatchObject({ usdtRate: '1', isFallback: true })
    expect(logged).toEqual(['Invalid data format from exchange rate API.'])
  })

  test('to reach the service is logged, and the rate falls back to 1 [RATE-13, RATE-14, RATE-15]', async () => {
    const nobody = createServer()
    nobody.listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as AddressInfo
    nobody.close()
    await once(nobody, 'close')
    const rates = createRates({ url: `http://127.0.0.1:${port}/latest/USD` })
    expect(await rates.read()).toMatchObject({ usdtRate: '1', isFallback: true })
    expect(logged).toEqual(['Unknown error from edge function.'])
  })

  test('of a refresh is reported to its caller, and other callers keep the valid rate', async () => {
    const rates = createRates()
    answer = quoting(0.97)
    await rates.read()
    answer = (_, response) => response.writeHead(503).end()
    expect(await readRates(rates, true)).toMatchObject({
      conversion_rates: { USDT: '1' },
      is_fallback: true,
      error: 'Unknown error from edge function.',
    })
    expect(await rates.read()).toMatchObject({ usdtRate: '0.97', isFallback: false })
    clock += rateCacheMs
    expect(await rates.read()).toMatchObject({ usdtRate: '1', isFallback: true })
  })

  test('is kept for half a minute, not for half an hour', async () => {
    const rates = createRates()
    answer = (_, response) => response.writeHead(503).end()
    await rates.read()
    answer = quoting(0.99)
    expect(await rates.read()).toMatchObject({ isFallback: true })
    clock += 30_000
    expect(await rates.read()).toMatchObject({ usdtRate: '0.99', isFallback: false })
  })
})

test('the processes of a host have the newest rate that one of them has read, and a failure of one changes no other', async () => {
  let quoted: (() => Promise<string>) | undefined
  let asked = 0
  const provider = async () => {
    asked += 1
    return (await quoted?.()) ?? '1'
  }
  let now = 0
  const settings = { log: { warn() {} }, now: () => now }
  const [one, other] = connectPeers(2).map((peers) => createExchangeRates(provider, { ...settings, peers }))
  quoted = () => Promise.resolve('0.99')
  await one?.renew()
  await other?.renew()
  expect(await other?.read()).toMatchObject({ usdtRate: '0.99', isFallback: false })
  expect(asked).toBe(1)
  now += 60_000
  quoted = () => Promise.resolve('0.98')
  await other?.read({ refresh: true })
  expect(await one?.read()).toMatchObject({ usdtRate: '0.98' })
  quoted = () => Promise.reject(new Error('it is away'))
  expect(await one?.read({ refresh: true })).toMatchObject({ isFallback: true })
  expect(await other?.read()).toMatchObject({ usdtRate: '0.98', isFallback: false })
})

test('a rate grows old while the clock is set back, and another process replaces it then', async () => {
  const steady = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    let asked = 0
    let now = 3 * rateCacheMs
    const provider = async () => `0.9${(asked += 1)}`
    const [one, other] = connectPeers(2).map((peers) =>
      createExchangeRates(provider, { log: { warn() {} }, now: () => now, peers }),
    )
    expect(await one?.read()).toMatchObject({ usdtRate: '0.91' })
    now = 0
    await other?.read({ refresh: true })
    expect(await one?.read()).toMatchObject({ usdtRate: '0.92' })
    now = -2 * rateCacheMs
    steady.mockReturnValue(rateCacheMs + 1)
    expect(await one?.read()).toMatchObject({ usdtRate: '0.93' })
  } finally {
    steady.mockRestore()
  }
})
