import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const wordsMax = 400

test('a decision record has at most 400 words', () => {
  const long = globSync('docs/decisions/*.md').filter((file) => countWords(file) > wordsMax)
  expect(long).toEqual([])
})

function countWords(file: string): number {
  return readFileSync(file, 'utf8').trim().split(/\s+/).length
}
