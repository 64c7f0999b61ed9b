/** Returns a text with 0 to 9 in place of the digits of any other script, such as ٠ to ٩ of an Arabic keyboard. */
export function toWesternDigits(text: string): string {
  return text.replaceAll(/(?!\d)\p{Nd}/gu, toWesternDigit)
}

/** Each script has its digits in sequence, from 0 to 9. */
function toWesternDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
