import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAtLeast, minimumVersions, refusedPackages } from './helpers/minimum-versions.ts'

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  /** True for a package that comes inside the file of another one. The hash of that one covers it. */
  inBundle?: true
  optionalDependencies?: Record<string, string>
}

const lockfile = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')
const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> }
/** All packages with their name, also those inside another package. The project itself has the empty path. */
const installed = Object.entries(packages).flatMap(([path, locked]) =>
  path === '' ? [] : [{ ...locked, path, name: path.split('node_modules/').at(-1) ?? '' }],
)

test('the lockfile has the packages of every system, as npm ci demands', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

test('every package is checked by its hash, and comes from the registry alone', () => {
  const unchecked = installed.filter(
    ({ integrity = '', resolved = 'https://registry.npmjs.org/', inBundle }) =>
      (!inBundle && !integrity.startsWith('sha512-')) || !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(unchecked.map(({ path }) => path)).toEqual([])
  expect(installed.length).toBeGreaterThan(0)
})

test('no package is older than the version that closed a known hole', () => {
  for (const { name, from, closes } of minimumVersions) {
    const versions = installed.filter((one) => one.name === name).map(({ version = '0' }) => version)
    expect([name, versions.length > 0]).toEqual([name, true])
    const old = versions.filter((version) => !isAtLeast(version, from))
    expect(old.map((version) => `${name} ${version} has a hole: ${closes}`)).toEqual([])
  }
  expect(installed.filter(({ name }) => refusedPackages.includes(name))).toEqual([])
})

test.each([
  ['5.8.5', true],
  ['5.8.10', true],
  ['6.0.0', true],
  ['5.8.6-beta.1', true],
  ['5.8.4', false],
  ['5.7.9', false],
  ['4.99.9', false],
])('version %s counts as at least 5.8.5: %s', (version, isNewEnough) => {
  expect(isAtLeast(version, '5.8.5')).toBe(isNewEnough)
})
