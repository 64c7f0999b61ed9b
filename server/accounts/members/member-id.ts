import { randomInt } from 'node:crypto'
import { computeCheckCharacter, memberIdAlphabet } from '../../../contract/member-id.ts'

const randomLength = 8
const referralCodeLength = 8

/**
 * Returns an id such as "ET-7K3M9QX4P": 40 random bits, so that ids cannot be guessed or counted, and a check character
 * against typing errors.
 */
export function createMemberId(): string {
  const digits = randomText(randomLength)
  return `ET-${digits}${computeCheckCharacter(digits)}`
}

export function createReferralCode(): string {
  return randomText(referralCodeLength)
}

function randomText(length: number): string {
  return Array.from({ length }, () => memberIdAlphabet.charAt(randomInt(memberIdAlphabet.length))).join('')
}
