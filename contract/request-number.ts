import type { RequestKind } from './requests.ts'

/** Crockford's base 32: no I, L, O or U, which are taken for other symbols. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const letters: Record<RequestKind, string> = { buy: 'B', withdrawal: 'W', transfer: 'T' }
const kindOf = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as RequestKind]))

/**
 * The number of a request as people say it, such as W-7K3M-94: the kind, then at least six symbols.
 * @param value how many requests there were before it, as the database counts them
 */
export function requestNumber(kind: RequestKind, value: string): string {
  let code = ''
  for (let rest = scramble(BigInt(value)); rest > 0n; rest >>= 5n) code = (symbols[Number(rest & 31n)] ?? '') + code
  code = code.padStart(6, '0')
  return `${letters[kind]}-${code.slice(0, 4)}-${code.slice(4)}`
}

/** What a typed number of a request names: in any case, with hyphens, blanks or none, and with look-alikes taken for what they are. */
export function readRequestNumber(text: string): { kind: RequestKind; value: string } | undefined {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const [, letter = '', code = ''] =
    /^([BWT])([0-9A-HJKMNP-TV-Z]{6}|[1-9A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{6,10})$/.exec(plain) ?? []
  const kind = kindOf.get(letter)
  if (!kind) return undefined
  let value = 0n
  for (const symbol of code) value = value * 32n + BigInt(symbols.indexOf(symbol))
  return { kind, value: String(unscramble(value)) }
}

// The database counts on, which keeps its index small and quick. People see another number for each, so that neighbours do
// not look alike. An odd factor and a shifted copy can both be undone, so no two numbers meet. The first 2^30 fit into six
// symbols of five bits each; those beyond keep what is above these bits in front, and so have one symbol more.
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

/** Undoes itself, as 30 bits shifted twice by 15 are gone. */
function shift(x: bigint): bigint {
  return x ^ (x >> 15n)
}
