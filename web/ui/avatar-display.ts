import { hashText } from './rosette-lines.ts'

/** Returns the first letters of the first and the last word, in any script. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  const first = words[0]
  const last = words.at(-1)
  if (!first || !last) return '?'
  return (words.length === 1 ? firstLetter(first) : firstLetter(first) + firstLetter(last)).toLocaleUpperCase()
}

/** White text is readable on each of these colours in both themes. */
export const avatarColours = [
  '#15576a',
  '#2f5a8a',
  '#4a4a94',
  '#6b3f88',
  '#86365f',
  '#8a3f2f',
  '#74500f',
  '#4c5f14',
  '#1f6a3c',
  '#17635c',
]

/** Returns one of ten colours. A seed always has the same colour. */
export function avatarColour(seed: string): string {
  return avatarColours[hashText(seed) % avatarColours.length] ?? '#15576a'
}

/**
 * Matches a letter if the next sign is a separate letter, too: no sign in this range combines with the letter before
 * it.
 */
const plainLetter = /^[A-Za-z0-9\u00c0-\u024f](?=[ -\u024f]|$)/

/** Returns the first letter with its accents, which may be several code points. */
function firstLetter(word: string): string {
  const letters = word.replace(/^[^\p{L}\p{N}]+/u, '')
  // `Intl.Segmenter` knows the rules of all scripts, but loading them would delay the first page.
  const [plain] = plainLetter.exec(letters) ?? []
  return plain ?? new Intl.Segmenter().segment(letters)[Symbol.iterator]().next().value?.segment ?? ''
}
