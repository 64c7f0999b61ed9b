import { afterAll, beforeAll, expect, test } from 'vitest'
import { getExchangeRates } from '../../../contract/rates.ts'
import { call, createMember, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { createExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'

const refreshesAtOnce = 10

let site: TestApp
let fetches = 0

beforeAll(async () => {
  const provider = async () => {
    fetches += 1
    return '0.99'
  }
  const exchangeRates = createExchangeRates(provider, { log: { warn() {} } })
  site = await createTestApp({ RATE_LIMITS: 'on' }, { exchangeRates })
})
afterAll(() => site.close())

const read = ({ cookie }: Person, refresh?: 'true' | 'false') =>
  call(site, getExchangeRates, { query: { ...(refresh && { refresh }) } }, { cookie })

test('a member reads the rate without a limit, and refreshes it ten times a minute [RATE-12]', async () => {
  const [member, other] = [await createMember(site), await createMember(site)]
  await read(member)
  for (let count = 0; count < refreshesAtOnce; count += 1) {
    expect(await read(member, 'true')).toMatchObject({ status: 200, body: { conversion_rates: { USDT: '0.99' } } })
  }
  expect(fetches).toBe(1 + refreshesAtOnce)
  const refused = await read(member, 'true')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(fetches).toBe(1 + refreshesAtOnce)
  for (let count = 0; count < 2 * refreshesAtOnce; count += 1) {
    expect(await read(member, count % 2 ? 'false' : undefined)).toMatchObject({ status: 200 })
  }
  expect(await read(other, 'true')).toMatchObject({ status: 200 })
})
