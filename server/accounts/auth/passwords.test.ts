import { expect, test } from 'vitest'
import { isCommonPassword } from '../../../contract/common-passwords.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a hash matches its password alone, and the unmatchable hash matches none', async () => {
  const hash = await hashPassword('correct horse')
  expect(await hashPassword('correct horse')).not.toBe(hash)
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
  expect(await verifyPassword(hash, 'correct horse ')).toBe(false)
  expect(await verifyPassword(undefined, 'correct horse')).toBe(false)
})

// The thread has a low priority, so a busy machine holds it up.
const patience = { timeout: 120_000 }

test('passwords are hashed one after the other, and a long queue is refused', patience, async () => {
  const attempts = Array.from({ length: 30 }, async () => hashPassword('correct horse'))
  const outcomes = await Promise.allSettled(attempts)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused[0]?.reason).toMatchObject({ code: 'server_busy' })
  await expect(hashPassword('correct horse')).resolves.toContain('$argon2id$')
})

test.each([
  'Password1',
  'PASSWORD123!',
  'P@ssw0rd',
  'Pa55word',
  'Qwerty12',
  'Welcome2024',
  'Admin123',
  'Abc12345',
  'Iloveyou1',
  '1q2w3e4R',
  'Aa123456',
])('%s is a common password', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['correct horse Battery 9', 'Tr0ub4dor&3', 'Grace Hopper 1906', 'xK9-quiet-lamp', 'Passwordless-Tomato7'])(
  '%s is no common password',
  (password) => expect(isCommonPassword(password)).toBe(false),
)
