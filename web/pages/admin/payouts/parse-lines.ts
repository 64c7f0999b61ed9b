import type { PayoutLine } from '../../../../contract/payouts.ts'

export interface ParsedLine {
  /** The line as it was pasted. */
  text: string
  /** Null for a line without a reference and a hash. */
  line: PayoutLine | null
}

const hashForm = /^(0x)?[0-9a-f]{64}$/i

export const isHash = (text: string): boolean => hashForm.test(text.trim())

/**
 * Reads a pasted list: on each line the number of a request or an address, and a hash, in any order and with any separators between
 * them. Further columns, such as an amount, are passed over. Empty lines and a heading are left out.
 */
export function parseLines(text: string): ParsedLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line, place) => line !== '' && !(place === 0 && isHeading(line)))
    .map((line) => ({ text: line, line: parseLine(line) }))
}

function parseLine(text: string): PayoutLine | null {
  const words = text.split(/[\s,;|"']+/).filter((word) => word !== '')
  const hash = words.find(isHash)
  const others = words.filter((word) => word !== hash)
  const reference = others.find(isNumber) ?? others.find(isAddress)
  return hash === undefined || reference === undefined ? null : { reference, hash }
}

const isHeading = (line: string) =>
  !line.split(/[\s,;|"']+/).some((word) => isHash(word) || isNumber(word) || isAddress(word))
const isNumber = (word: string) =>
  /^W[-\u2010-\u2015]?[0-9A-Z]{4}[-\u2010-\u2015]?[0-9A-Z]{2,}$/i.test(word) && word.length <= 16
const isAddress = (word: string) => /^(T[1-9A-HJ-NP-Za-km-z]{33}|0x[0-9a-fA-F]{40})$/.test(word)
