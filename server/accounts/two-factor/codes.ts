import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodeCount } from '../../../contract/two-factor.ts'
import { toWesternDigits } from '../../../contract/western-digits.ts'

// All authenticator apps support these settings: SHA-1, six digits, a new code every 30 seconds.
const issuer = 'ET'
const secretBytes = 20
// From 112 random bits on, a hash without a salt is enough. Fifteen bytes make six whole groups of letters.
const recoveryBytes = 15
export const totpStepSeconds = 30

/** Returns a secret for an authenticator app, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** Returns the text of the QR code for the set-up. */
export function toTotpUri(secret: string, email: string): string {
  return authenticator(secret, email).toString()
}

/**
 * Returns the step that the code belongs to: the present one or a neighbour, because clocks differ and people are slow.
 */
export function findMatchingStep(secret: string, step: number, code: string): number | undefined {
  const totp = authenticator(secret)
  return [step + 1, step, step - 1].find((near) =>
    isSame(totp.generate({ timestamp: near * totpStepSeconds * 1000 }), code),
  )
}

/** Returns codes for an owner who lost the telephone: 120 random bits each, in groups of four. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(recoveryBytes)).buffer }).base32
    return text.match(/.{4}/g)?.join('-') ?? text
  })
}

/**
 * Brings a typed code into the form in which codes are compared: no blanks, hyphens or invisible marks, the digits 0 to 9
 * for those of an Arabic keyboard, and letters in place of the digits that look like them.
 */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } {
  const code = toWesternDigits(typed.replaceAll(/[\s\p{Cf}-]/gu, ''))
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return { kind: 'recovery', code: code.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B') }
}

function authenticator(secret: string, label?: string): TOTP {
  return new TOTP({ issuer, ...(label !== undefined && { label }), secret, period: totpStepSeconds })
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
