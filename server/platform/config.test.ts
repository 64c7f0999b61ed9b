import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartRefusal } from './db/start-refusal.ts'
import { readTracesUrl } from './traces/trace-settings.ts'

test('without any setting there is a complete configuration for one machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    environment: 'development',
    databaseUrl: undefined,
    databasePoolMax: 'auto',
    preparedStatements: 'on',
    trustedProxies: [],
  })
})

test('the public address follows the port, and an empty setting counts as unset', () => {
  expect(readConfig({ PORT: '8080', PUBLIC_URL: '', DATABASE_URL: '' })).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080',
    databaseUrl: undefined,
  })
})

test('valid values are converted', () => {
  expect(
    readConfig({
      PORT: '65535',
      PUBLIC_URL: 'https://Coins.Example.org/',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      DATABASE_POOL_MAX: '50',
      MAIL_FROM: 'ET <no-reply@example.org>',
    }),
  ).toMatchObject({
    port: 65_535,
    publicUrl: 'https://coins.example.org',
    trustedProxies: ['10.0.0.0/8', '::1'],
    databasePoolMax: 50,
    preparedStatements: 'on',
  })
})

test.each([
  ['PORT', 'abc', 'PORT: expected a whole number from 1 to 65535, got "abc"'],
  ['PORT', '0', 'PORT: expected a whole number from 1 to 65535, got "0"'],
  ['PORT', '65536', 'PORT: expected a whole number from 1 to 65535, got "65536"'],
  ['PORT', '1e3', 'PORT: expected a whole number from 1 to 65535, got "1e3"'],
  ['HOST', 'not a host', 'HOST: expected a host name or an IP address, got "not a host"'],
  [
    'PUBLIC_URL',
    'coins.example.org',
    'PUBLIC_URL: expected an origin such as https://coins.example.org, got "coins.example.org"',
  ],
  [
    'PUBLIC_URL',
    'https://a.example/b',
    'PUBLIC_URL: expected an origin such as https://coins.example.org, got "https://a.example/b"',
  ],
  [
    'PUBLIC_URL',
    'ftp://a.example',
    'PUBLIC_URL: expected an origin such as https://coins.example.org, got "ftp://a.example"',
  ],
  ['NODE_ENV', 'prod', 'NODE_ENV: expected production, development or test, got "prod"'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL: expected one of silent, fatal, error, warn, info, debug, trace, got "loud"'],
  ['DATABASE_POOL_MAX', '201', 'DATABASE_POOL_MAX: expected auto, or a whole number from 1 to 200, got "201"'],
  ['WORKERS', '0', 'WORKERS: expected auto, or a whole number from 1 to 32, got "0"'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'collector:4318',
    'OTEL_EXPORTER_OTLP_ENDPOINT: expected an address such as http://127.0.0.1:4318',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1, such as 0.05, got "1.5"'],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'a secret',
    'OTEL_EXPORTER_OTLP_HEADERS: expected pairs such as authorization=Bearer%20key, separated by commas',
  ],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM: expected a mail address, or Name <address>, got "nobody"'],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/33',
    'TRUSTED_PROXIES: expected IP addresses or ranges such as 10.0.0.0/8, separated by commas, got "10.0.0.0/33"',
  ],
  [
    'EXCHANGE_RATE_URL',
    'rates',
    'EXCHANGE_RATE_URL: expected an address such as https://rates.example.org/latest/USD, got "rates"',
  ],
  [
    'DEPOSIT_ADDRESS',
    '0x12',
    'DEPOSIT_ADDRESS: expected a TRC20 address: T and 33 more letters and digits, got "0x12"',
  ],
])('%s=%s is refused by one line that names the expected form', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new StartRefusal(message))
})

test.each(['DATABASE_URL', 'APP_DATABASE_URL', 'SMTP_URL'])(
  'a wrong %s is not repeated, as it may hold a password',
  (name) => {
    expect(() => readConfig({ [name]: 'mysql://root:secret@host' })).toThrow(`${name}: expected an address such as `)
    expect(() => readConfig({ [name]: 'mysql://root:secret@host' })).not.toThrow('secret')
  },
)

test('APP_DATABASE_URL alone is refused', () => {
  expect(() => readConfig({ APP_DATABASE_URL: 'postgresql://app@db/et' })).toThrow('beside DATABASE_URL')
})

test('production has its limits', () => {
  expect(readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off' }).rateLimits).toBe('off')
  expect(() => readConfig({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS: expected on')
})

test('a collector of traces has one address, and a password or key is in no message and never sent in the open', () => {
  const [base, whole] = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const key = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key, x-tenant=coins' }
  const read = (address: object) => readTracesUrl(readConfig({ ...address }))
  expect(read({})).toBeUndefined()
  expect(read({ [base]: 'http://collector:4318/' })).toBe('http://collector:4318/v1/traces')
  expect(read({ [base]: 'http://collector:4318', [whole]: 'https://other.example.org/in' })).toBe(
    'https://other.example.org/in',
  )
  expect(readConfig(key).otlpHeaders).toEqual({ authorization: 'Bearer key', 'x-tenant': 'coins' })
  expect(read({ ...key, [base]: 'http://127.0.0.1:4318' })).toBe('http://127.0.0.1:4318/v1/traces')
  expect(() => read({ ...key, [base]: 'http://collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS: expected an https',
  )
  const further = { OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20key' }
  expect(read(further)).toBeUndefined()
  expect(() => read({ ...further, [base]: 'http://collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS: expected no such variable',
  )
  const withPassword = () => read({ [base]: 'https://user:secret@collector.example.org' })
  expect(withPassword).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT: expected an address such as')
  expect(withPassword).not.toThrow('secret')
})

const provider = 'https://api.trongrid.io'

test('the chain is off without a provider, and has the token of the main network and two providers at most', () => {
  expect(readConfig({})).toMatchObject({
    tronApiUrl: undefined,
    tronContract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    tronBothAboveUsdt: 1000,
  })
  const settings = { TRON_API_URL: provider, TRON_API_KEY: 'k', TRON_SECOND_API_URL: 'http://127.0.0.1:8090/tron' }
  expect(readConfig(settings)).toMatchObject({ tronApiUrl: provider, tronApiKey: 'k' })
  expect(() => readConfig({ TRON_SECOND_API_URL: provider })).toThrow('TRON_SECOND_API_URL: expected')
})

test.each(['TRON_API_URL', 'TRON_SECOND_API_URL'])(
  '%s asks for https off this machine, and is in no message',
  (name) => {
    for (const url of [
      'http://api.example.org/secret',
      'https://key:secret@api.example.org',
      `${provider}/?secret=1`,
    ]) {
      const read = () => readConfig({ TRON_API_URL: provider, [name]: url })
      expect(read).toThrow(`${name}: expected an address such as ${provider}, with https off this machine`)
      expect(read).not.toThrow('secret')
    }
  },
)

test('the contract of the token has a valid checksum', () => {
  expect(() => readConfig({ TRON_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T' })).toThrow('TRON_CONTRACT: expected')
})
