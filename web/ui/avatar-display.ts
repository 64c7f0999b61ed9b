import { hashText } from './rosette-lines.ts'

/** The first letters of the first and the last word, whatever the script. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  const first = words[0]
  const last = words.at(-1)
  if (!first || !last) return '?'
  return (words.length === 1 ? firstLetter(first) : firstLetter(first) + firstLetter(last)).toLocaleUpperCase()
}

/** White text reads on each of these in both themes. */
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

/** One of ten colours that belongs to the seed for good. */
export function avatarColour(seed: string): string {
  return avatarColours[hashText(seed) % avatarColours.length] ?? '#15576a'
}

/** Letters whose next one is a letter of its own, too: nothing in this range is written onto what stands before it. */
const plainLetter = /^[A-Za-z0-9\u00c0-\u024f](?=[ -\u024f]|$)/

/** A letter with its accents, which may be several code points. */
function firstLetter(word: string): string {
  const letters = word.replace(/^[^\p{L}\p{N}]+/u, '')
  // The browser has the rules of all scripts at hand, but only after a while in which the first page cannot appear.
  const [plain] = plainLetter.exec(letters) ?? []
  return plain ?? new Intl.Segmenter().segment(letters)[Symbol.iterator]().next().value?.segment ?? ''
}
