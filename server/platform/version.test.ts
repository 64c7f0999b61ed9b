import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameVersion, readVersion } from './version.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'et-version-'))
  writeFileSync(join(folder, 'package.json'), '{"name":"et","version":"1.2.0"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('sources have the version of package.json, and no commit', () => {
  expect(readVersion(folder)).toEqual({ version: '1.2.0', commit: null })
  expect(nameVersion(readVersion(folder))).toBe('1.2.0')
})

test('a release has its own version and its commit', () => {
  const commit = '67cef74a1b2c3d4e5f60718293a4b5c6d7e8f900'
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ version: '1.3.0', commit, platform: 'linux-x64' }))
  expect(readVersion(folder)).toEqual({ version: '1.3.0', commit })
  expect(nameVersion(readVersion(folder))).toBe('1.3.0+67cef74a1b2c')
  expect(nameVersion({ version: '1.3.0', commit: `${commit}-changed` })).toBe('1.3.0+67cef74a1b2c-changed')
})
