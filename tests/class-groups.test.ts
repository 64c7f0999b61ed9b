import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { mergeClasses } from '../web/ui/class-groups.ts'

const mergeAll = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: ['hero', '2xs'],
      radius: ['1', '2', '3'],
      shadow: ['1', '2', '3'],
      spacing: ['control', 'compact', 'touch', 'topbar', 'ticker', 'sidebar'],
      container: ['content', 'admin', 'form', 'auth', 'reading'],
    },
  },
})

test('two classes of the project merge as by the full rules of tailwind-merge', () => {
  const known = classesOf(join(import.meta.dirname, '../web'))
  expect(known.length).toBeGreaterThan(250)
  const differing = known.flatMap((first) =>
    known.map((second) => `${first} ${second}`).filter((pair) => mergeClasses(pair) !== mergeAll(pair)),
  )
  expect(differing).toEqual([])
  // It merges some hundred thousand pairs.
}, 90_000)

/** Returns the words in the project's texts that tailwind-merge knows as classes, without their variants. */
function classesOf(dir: string): string[] {
  const found = new Set<string>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: dir, exclude: ['**/*.test.ts'] })) {
    for (const [, , text = ''] of readFileSync(join(dir, file), 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)) {
      for (const word of text.split(/\s+/))
        found.add(word.replace(/^(?:[^:[\]]*(?:\[[^\]]*\])?[^:[\]]*:)+(?=[^\]]*(?:\[|$))/, ''))
    }
  }
  const known = [...found].filter((word) => isClass.test(word) && mergeAll(`${word} ${word}`) === word)
  // One class stands for all that differ only in a number.
  return [...new Map(known.map((word) => [word.replaceAll(/\d+/g, '0'), word])).values()]
}

const isClass = /^-?[a-z][\w./%-]*(?:[[(][^\s'"<>]*[\])][\w./-]*)?$/
