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
const bucket = { S3_BUCKET: 'slips', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
const check = (changes: Record<string, string>) => () => assertSafeInProduction(readConfig({ ...safe, ...changes }))

test('a production server with a mail server, https and no or a safe rate service starts', () => {
  expect(check({})).not.toThrow()
  expect(check({ EXCHANGE_RATE_URL: '' })).not.toThrow()
  for (const S3_ENDPOINT of ['https://s3.example.org', 'http://127.0.0.1:9000'])
    expect(check({ ...bucket, S3_ENDPOINT })).not.toThrow()
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
  [
    { ...bucket, S3_ENDPOINT: 'http://s3.example.org' },
    'S3_ENDPOINT: production needs https off this machine, because http carries payment slips unprotected. S3_PLAIN_HTTP=allowed permits http.',
  ],
])('%j stops the start of a production server with one line, and of no other', (changes, line) => {
  expect(check(changes)).toThrow(new StartRefusal(line))
  expect(check({ ...changes, NODE_ENV: 'development' })).not.toThrow()
})

test('PLAIN_HTTP=allowed permits an http address', () => {
  expect(check({ PUBLIC_URL: 'http://coins.example.org', PLAIN_HTTP: 'allowed' })).not.toThrow()
  expect(() => readConfig({ PLAIN_HTTP: 'yes' })).toThrow('PLAIN_HTTP: expected refused or allowed, got "yes"')
})

test('S3_PLAIN_HTTP=allowed permits a store at an http address, and no http PUBLIC_URL', () => {
  const store = { ...bucket, S3_ENDPOINT: 'http://store:7070', S3_PLAIN_HTTP: 'allowed' }
  expect(check(store)).not.toThrow()
  expect(check({ ...store, PUBLIC_URL: 'http://coins.example.org' })).toThrow('PUBLIC_URL: production needs https')
})
