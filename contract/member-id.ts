/** Crockford's base 32: no I, L, O or U, so that an id can be read out and typed. */
export const memberIdAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const shape = new RegExp(`^ET-([${memberIdAlphabet}]{8})([${memberIdAlphabet}])$`)

/** Whether a text in capital letters can be a member id, such as "ET-7K3M9QX4P". Nobody may have it all the same. */
export function isMemberId(text: string): boolean {
  const [, digits, check] = shape.exec(text) ?? []
  return digits !== undefined && check === checkCharacter(digits)
}

/** Weighted by place, modulo a prime: almost every wrong character and every swap of neighbours shows. */
export function checkCharacter(digits: string): string {
  const sum = digits.split('').reduce((total, digit, place) => total + memberIdAlphabet.indexOf(digit) * (place + 2), 0)
  return memberIdAlphabet.charAt(sum % 31)
}
