import type { RequestKind } from './requests.ts'

/** Crockford's base 32. It has no I, L, O or U, which readers mistake for other symbols. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const letters: Record<RequestKind, string> = { buy: 'B', withdrawal: 'W', transfer: 'T' }
const kindLetters = Object.values(letters).join('')
const written = new RegExp(`^([${kindLetters}])([0-9A-HJKMNP-TV-Z]{6}|[1-9A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{6,10})$`)
const kindOfLetter = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as RequestKind]))

/**
 * Returns the number of a request as people say it, such as W-7K3M-94: the kind, then at least six symbols.
 * @param value the number of requests before it, as the database counts them
 */
export function requestNumber(kind: RequestKind, value: string): string {
  let code = ''
  for (let rest = scramble(BigInt(value)); rest > 0n; rest >>= 5n) code = (symbols[Number(rest & 31n)] ?? '') + code
  code = code.padStart(6, '0')
  return `${letters[kind]}-${code.slice(0, 4)}-${code.slice(4)}`
}

/**
 * Reads the number of a request as a person types it: in any case, and with or without hyphens and blanks. I and L count
 * as 1, O as 0. Returns undefined for any other text.
 */
export function readRequestNumber(text: string): { kind: RequestKind; value: string } | undefined {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const [, letter = '', code = ''] = written.exec(plain) ?? []
  const kind = kindOfLetter.get(letter)
  if (!kind) return undefined
  let value = 0n
  for (const symbol of code) value = value * 32n + BigInt(symbols.indexOf(symbol))
  return { kind, value: String(unscramble(value)) }
}

// The database numbers requests in sequence, which keeps its index small and quick. People see a scrambled number, so
// that neighbours do not look alike. Multiplying by an odd factor and combining with a shifted copy can both be undone,
// so two requests never get the same number. The first 2^30 fit into six symbols of five bits each. A higher number
// keeps its upper bits in front, and so has more symbols.
const low = 2n ** 30n - 1n
const offset = 271828183n
const [factor, unfactor] = [668265263n, 553532367n] as const
const [nextFactor, nextUnfactor] = [374761393n, 775520593n] as const

function scramble(value: bigint): bigint {
  const x = (((value & low) + offset) * factor) & low
  return (value & ~low) | shift((shift(x) * nextFactor) & low)
}

function unscramble(value: bigint): bigint {
  const x = (shift(value & low) * nextUnfactor) & low
  return (value & ~low) | ((shift(x) * unfactor - offset) & low)
}

/**
 * Combines 30 bits with their upper half. Applied twice it returns its input, as 30 bits shifted twice by 15 are gone.
 */
function shift(x: bigint): bigint {
  return x ^ (x >> 15n)
}
