import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isLoopback, isOnOneMachine } from './loopback.ts'

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.5', false],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['', false],
])('%s is of this machine alone: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test.each([
  [{}, true],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'https://coins.example.org' }, false],
])('a server with %j is on one machine: %s', (environment, expected) => {
  expect(isOnOneMachine(readConfig(environment))).toBe(expected)
})
