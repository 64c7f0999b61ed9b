import { randomInt } from 'node:crypto'

// Crockford's base 32: no I, L, O or U, so that an id can be read out and typed.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomLength = 8
const referralCodeLength = 8

/** "ET-7K3M9QX4P": 40 random bits, so that ids cannot be guessed or counted, and a check character against slips. */
export function createMemberId(): string {
  const digits = randomText(randomLength)
  return `ET-${digits}${checkCharacter(digits)}`
}

export function createReferralCode(): string {
  return randomText(referralCodeLength)
}

/** Weighted by place, modulo a prime: almost every wrong character and every swap of neighbours shows. */
export function checkCharacter(digits: string): string {
  const sum = digits.split('').reduce((total, digit, place) => total + alphabet.indexOf(digit) * (place + 2), 0)
  return alphabet.charAt(sum % 31)
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
