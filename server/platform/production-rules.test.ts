import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartRefusal } from './db/start-refusal.ts'
import { assertSafeInProduction } from './production-rules.ts'

const safe = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://coins.example.org',
  SMTP_URL: 'smtps://et:secret@mail.example.org',
  EXCHANGE_RATE_URL: 'https://rates.example.org/latest/USD',
}
const check = (changes: Record<string, string>) => () => assertSafeInProduction(readConfig({ ...safe, ...changes }))

test('a production server with a mail server, https and no or a safe rate service starts', () => {
  expect(check({})).not.toThrow()
  expect(check({ EXCHANGE_RATE_URL: '' })).not.toThrow()
})

test.each([
  [
    { SMTP_URL: '' },
    'SMTP_URL: production needs a mail server, because members confirm addresses and get notices by mail.',
  ],
  [
    { PUBLIC_URL: 'http://coins.example.org' },
    'PUBLIC_URL: production needs https, because http carries sessions and passwords unprotected. PLAIN_HTTP=allowed permits http.',
  ],
  [
    { PUBLIC_URL: '' },
    'PUBLIC_URL: production needs https, because http carries sessions and passwords unprotected. PLAIN_HTTP=allowed permits http.',
  ],
  [
    { EXCHANGE_RATE_URL: 'http://rates.example.org/latest/USD', PLAIN_HTTP: 'allowed' },
    'EXCHANGE_RATE_URL: production needs https, because over http others could change the price that members pay.',
  ],
])('%j stops the start of a production server with one line, and of no other', (changes, line) => {
  expect(check(changes)).toThrow(new StartRefusal(line))
  expect(check({ ...changes, NODE_ENV: 'development' })).not.toThrow()
})

test('PLAIN_HTTP=allowed permits an http address', () => {
  expect(check({ PUBLIC_URL: 'http://coins.example.org', PLAIN_HTTP: 'allowed' })).not.toThrow()
  expect(() => readConfig({ PLAIN_HTTP: 'yes' })).toThrow('PLAIN_HTTP: expected refused or allowed, got "yes"')
})
