import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const key = randomBytes(32).toString('base64url')

test('a text is decrypted with the same key and context, and with no other', () => {
  const encryption = createEncryption(key)
  const encrypted = encryption.encrypt('JBSWY3DPEHPK3PXP', 'totp')
  expect(encrypted.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(createEncryption(key).decrypt(encrypted, 'totp')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => encryption.decrypt(encrypted, 'mail')).toThrow()
  expect(() => createEncryption(randomBytes(32).toString('base64url')).decrypt(encrypted, 'totp')).toThrow()
  encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1
  expect(() => encryption.decrypt(encrypted, 'totp')).toThrow()
})

test('the same text is encrypted differently each time, and has one digest for each key and context', () => {
  const encryption = createEncryption(key)
  expect(encryption.encrypt('a', 'totp')).not.toEqual(encryption.encrypt('a', 'totp'))
  expect(encryption.digest('a', 'code')).toEqual(createEncryption(key).digest('a', 'code'))
  expect(encryption.digest('a', 'code')).not.toEqual(encryption.digest('a', 'other'))
  expect(encryption.digest('a', 'code')).not.toEqual(
    createEncryption(randomBytes(32).toString('base64url')).digest('a', 'code'),
  )
})
