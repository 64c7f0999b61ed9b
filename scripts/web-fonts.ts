import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * The letters of nearly every screen: English letters, the signs of the texts, and the spaces in times and amounts.
 * Each font has one small file with them. Browsers fetch the other files for the letters of names and cities when a
 * page has some.
 */
export const coreLetters = `${listBetween(0x20, 0x7e)}\u00a0\u2009\u202f…±ñ–—‘’“”•·−×÷↑↓©€£`

interface Family {
  /** The name of the package @fontsource-variable/<name>, which contains the complete fonts. */
  name: string
  /** The weights that the pages use. */
  weights: { min: number; max: number }
  /** The OpenType features to keep: forms of languages, accents, kerning, and figures of equal width. */
  features: string[]
}

const features = ['ccmp', 'locl', 'mark', 'mkmk', 'kern']
export const families: Family[] = [
  { name: 'source-sans-3', weights: { min: 400, max: 700 }, features: [...features, 'liga', 'lnum', 'tnum'] },
  { name: 'source-serif-4', weights: { min: 520, max: 600 }, features: [...features, 'liga', 'lnum', 'tnum'] },
  { name: 'jetbrains-mono', weights: { min: 400, max: 600 }, features },
]

interface FontFile {
  name: string
  source: string
  letters: string
  range: string
}

/** Returns the files that a family is cut into, each with its letters. */
export function listFontFiles({ name }: Family): FontFile[] {
  return readFaces(name).flatMap(({ subset, source, range }) => {
    const letters = lettersIn(range)
    if (subset !== 'latin') return [{ name: `${name}-${subset}`, source, letters, range }]
    const rest = Array.from(letters)
      .filter((letter) => !coreLetters.includes(letter))
      .join('')
    return [
      { name: `${name}-core`, source, letters: coreLetters, range: rangeOf(coreLetters) },
      { name: `${name}-latin`, source, letters: rest, range: rangeOf(rest) },
    ]
  })
}

/** Cuts a font down to these letters. The copyright and licence entries of the font stay. */
export async function makeFontFile({ weights, features: keepFeatures }: Family, file: FontFile): Promise<Buffer> {
  const preserveNameIds = [0, 7, 13, 14]
  const options = { keepFeatures, preserveNameIds, noHinting: true, variationAxes: { wght: weights } }
  return subsetFont(readFileSync(file.source), file.letters, { ...options, targetFormat: 'woff2' })
}

export function renderFontFaces(family: Family): string {
  const { min, max } = family.weights
  const faces = listFontFiles(family).map(
    ({ name, range }) => `@font-face {
  font-family: '${titleOf(family.name)} Variable';
  font-style: normal;
  font-display: swap;
  font-weight: ${min} ${max};
  src: url('./${name}.woff2') format('woff2');
  unicode-range: ${range};
}
`,
  )
  return `/* Written by npm run web:fonts. */\n${faces.join('')}`
}

const root = join(import.meta.dirname, '..')
export const fontsDir = join(root, 'web/styles/fonts')

function packageDir(name: string): string {
  return join(root, 'node_modules/@fontsource-variable', name)
}

function titleOf(name: string): string {
  const { family } = JSON.parse(readFileSync(join(packageDir(name), 'metadata.json'), 'utf8')) as { family: string }
  return family
}

function readFaces(name: string): { subset: string; source: string; range: string }[] {
  const ranges = JSON.parse(readFileSync(join(packageDir(name), 'unicode.json'), 'utf8')) as Record<string, string>
  // The order matters: where two subsets have the same letter, the later one, which is the more common one, takes it.
  return Object.entries(ranges).map(([subset, range]) => ({
    subset,
    source: join(packageDir(name), `files/${name}-${subset}-wght-normal.woff2`),
    range: range.replaceAll(',', ', '),
  }))
}

function lettersIn(range: string): string {
  return [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)]
    .map(([, from = '', to = from]) => listBetween(parseInt(from, 16), parseInt(to, 16)))
    .join('')
}

function listBetween(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}

/** Returns a unicode-range of CSS, in which neighbours form one span. */
function rangeOf(letters: string): string {
  const points = Array.from(letters)
    .map((letter) => letter.codePointAt(0) ?? 0)
    .toSorted((a, b) => a - b)
  const spans: [number, number][] = []
  for (const point of points) {
    const last = spans.at(-1)
    if (last && last[1] === point - 1) last[1] = point
    else spans.push([point, point])
  }
  const write = (point: number) => point.toString(16).toUpperCase().padStart(4, '0')
  return spans.map(([from, to]) => `U+${write(from)}${to > from ? `-${write(to)}` : ''}`).join(', ')
}

if (process.argv[1] === import.meta.filename) {
  rmSync(fontsDir, { recursive: true, force: true })
  mkdirSync(fontsDir, { recursive: true })
  for (const family of families) {
    writeFileSync(join(fontsDir, `${family.name}.css`), renderFontFaces(family))
    writeFileSync(join(fontsDir, `${family.name}-license.txt`), readFileSync(join(packageDir(family.name), 'LICENSE')))
    for (const file of listFontFiles(family))
      writeFileSync(join(fontsDir, `${file.name}.woff2`), await makeFontFile(family, file))
  }
}
