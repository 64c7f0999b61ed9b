/** Crockford's base 32: no I, L, O or U, so that an id can be read out and typed. */
export const memberIdAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const shape = new RegExp(`^ET-([${memberIdAlphabet}]{8})([${memberIdAlphabet}])$`)

/**
 * True if a text in capital letters has the form of a member id, such as "ET-7K3M9QX4P". No member need have that id.
 */
export function isMemberId(text: string): boolean {
  const [, digits, check] = shape.exec(text) ?? []
  return digits !== undefined && check === computeCheckCharacter(digits)
}

/**
 * Returns the check character of the eight symbols before it. It weights them by place, modulo a prime, and so shows
 * almost every wrong symbol and every swap of neighbours.
 */
export function computeCheckCharacter(digits: string): string {
  const sum = digits.split('').reduce((total, digit, place) => total + memberIdAlphabet.indexOf(digit) * (place + 2), 0)
  return memberIdAlphabet.charAt(sum % 31)
}
