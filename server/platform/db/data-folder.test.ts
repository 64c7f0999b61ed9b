import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataFolder } from './data-folder.ts'
import { StartRefusal } from './start-refusal.ts'

let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'et-folder-'))
})
afterAll(() => rmSync(parent, { recursive: true }))

test('a data folder is made for its owner alone, and its check leaves no file', () => {
  const folder = join(parent, 'data')
  makeDataFolder(folder)
  makeDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder)).toEqual([])
})

test('a file in place of the folder is refused by one clear line', () => {
  const file = join(parent, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')]) {
    expect(() => makeDataFolder(path)).toThrow(StartRefusal)
    expect(() => makeDataFolder(path)).toThrow(`DATA_DIR: nothing can be written to ${path}: it is not a folder.`)
  }
})
