import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagePaths } from '../contract/pages.ts'
import { listPictures, pictureFile, picturesDir, renderIndex, screens } from '../scripts/pictures/picture-list.ts'

const maxBytes = 3_000_000
const pictures = listPictures({ isComplete: false })

test('every page has its pictures, light and dark (else run npm run pictures)', () => {
  for (const path of pagePaths) {
    const own = pictures.filter((picture) => picture.path === path)
    expect([path, new Set(own.map(({ theme }) => theme)).size]).toEqual([path, 2])
  }
  for (const picture of pictures) {
    expect([pictureFile(picture), existsSync(join(picturesDir, pictureFile(picture)))]).toEqual([
      pictureFile(picture),
      true,
    ])
  }
  expect(readFileSync(join(picturesDir, 'README.md'), 'utf8')).toBe(renderIndex(pictures))
})

test('there is no picture that nobody is shown, and all of them together stay small', () => {
  const files = readdirSync(picturesDir).filter((file) => file !== 'README.md')
  expect(files.toSorted()).toEqual(pictures.map(pictureFile).toSorted())
  expect(files.reduce((sum, file) => sum + statSync(join(picturesDir, file)).size, 0)).toBeLessThan(maxBytes)
})

test('all of them are every page in both themes at three widths', () => {
  const complete = listPictures({ isComplete: true })
  expect(complete).toHaveLength(pagePaths.length * 2 * Object.keys(screens).length)
  expect(new Set(complete.map(pictureFile)).size).toBe(complete.length)
  expect(Object.values(screens).map(({ width }) => width)).toEqual([1440, 768, 375])
})
