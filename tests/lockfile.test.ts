import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type LockedPackage = { optionalDependencies?: Record<string, string> }

test('the lockfile has the packages of every system, as npm ci demands', () => {
  const lockfile = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})
