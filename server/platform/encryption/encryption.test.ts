import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from './encryption.ts'

const key = randomBytes(32).toString('base64url')

test('what was sealed is read back with the same key and context, and with no other', () => {
  const seal = createSeal(key)
  const sealed = seal.close('JBSWY3DPEHPK3PXP', 'totp')
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(createSeal(key).open(sealed, 'totp')).toBe('JBSWY3DPEHPK3PXP')
  expect(() => seal.open(sealed, 'mail')).toThrow()
  expect(() => createSeal(randomBytes(32).toString('base64url')).open(sealed, 'totp')).toThrow()
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(() => seal.open(sealed, 'totp')).toThrow()
})

test('the same text is sealed differently each time, and has one digest for each key and context', () => {
  const seal = createSeal(key)
  expect(seal.close('a', 'totp')).not.toEqual(seal.close('a', 'totp'))
  expect(seal.digest('a', 'code')).toEqual(createSeal(key).digest('a', 'code'))
  expect(seal.digest('a', 'code')).not.toEqual(seal.digest('a', 'other'))
  expect(seal.digest('a', 'code')).not.toEqual(createSeal(randomBytes(32).toString('base64url')).digest('a', 'code'))
})
