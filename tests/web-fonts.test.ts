import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coreLetters, makeFontFile, families, fontsDir, listFontFiles, renderFontFaces } from '../scripts/web-fonts.ts'

const root = join(import.meta.dirname, '..')

test.each(families)('$name is cut from the whole font (else run npm run web:fonts)', async (family) => {
  expect(readFileSync(join(fontsDir, `${family.name}.css`), 'utf8')).toBe(renderFontFaces(family))
  const files = listFontFiles(family)
  const cut = await Promise.all(files.map(async (file) => makeFontFile(family, file)))
  for (const [index, { name }] of files.entries()) {
    expect([name, cut[index]?.equals(readFileSync(join(fontsDir, `${name}.woff2`)))]).toEqual([name, true])
  }
})

test('every letter of the texts is in the fonts that each screen loads', () => {
  // The complete fonts lack these letters, so they come from the device's own fonts.
  const elsewhere = '→≈⌘'
  const sources = globSync('{web,contract}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /web\/ui\/gallery|\.test\.tsx?$/.test(path),
  })
  expect(sources.length).toBeGreaterThan(100)
  for (const source of sources) {
    // A sentence about a translation stands on pages in that language alone, and the device has the letters of Arabic.
    const text = readFileSync(join(root, source), 'utf8')
      .replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
      .replaceAll(/awaitsReader: '[^']*'/g, '')
      .replaceAll(/[\p{Script=Arabic}،]/gu, '')
    const strange = Array.from(text).filter((letter) => letter > '~' && !coreLetters.includes(letter))
    expect([source, strange.filter((letter) => !elsewhere.includes(letter))]).toEqual([source, []])
  }
})

test.each(families)('no letter of $name is lost: each is in one of its files', (family) => {
  const letters = new Set(listFontFiles(family).flatMap(({ letters: own }) => Array.from(own)))
  for (const letter of 'AZaz09 éßñøÅŁžșğœЖяΩώễị₫€') expect([letter, letters.has(letter)]).toEqual([letter, true])
})
