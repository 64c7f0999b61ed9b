import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openExchangeRates } from './open-exchange-rates.ts'

const production = { NODE_ENV: 'production' }

test.each([
  ['development', {}, false],
  ['development under a public address', { PUBLIC_URL: 'http://et.example.org' }, true],
  ['production, where nothing is allowed,', production, true],
  ['production, where a fixed rate is allowed,', { ...production, BUY_ON_FALLBACK_RATE: 'allowed' }, false],
])('without a rate service, %s has the rate 1', async (_, environment, isFallback) => {
  const lines: string[] = []
  const log = { warn: () => {} }
  const rates = openExchangeRates(readConfig(environment), { log, warn: (line) => lines.push(line) })
  await rates.renew()
  expect(await rates.read({ refresh: true })).toMatchObject({ usdtRate: '1', isFallback })
  expect(lines.length).toBe(isFallback ? 1 : 0)
})
