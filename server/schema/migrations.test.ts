import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMigrations, type SqlFile } from '../platform/db/migrate.ts'
import { schema } from './schema.ts'

type Migration = Pick<SqlFile, 'name' | 'checksum'>

const migrations = readMigrations(schema.migrations)
const listed = parseReleased(readFileSync(join(schema.migrations, 'released.sha256'), 'utf8'))
/** The line with the sum of all functions, views and rights that a release appends after its migrations. */
const ofFunctions = 'functions'
const released = listed.filter(({ name }) => name !== ofFunctions)
const releasedFunctions = listed.findLast(({ name }) => name === ofFunctions)?.checksum
/** Earlier ones were written for the first release, which has no release before it. */
const firstThatSays = '0064'
const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')

describe('a released migration is never touched again', () => {
  test('each exists unchanged, before all new ones', () => {
    expect(findFaults(released, migrations)).toEqual([])
  })

  test('a release lists its migrations', () => {
    expect(released.length > 0).toBe(hasRelease(changelog))
    expect(hasRelease(changelog) && releasedFunctions === undefined ? [lineOfFunctions()] : []).toEqual([])
    expect(hasRelease('# Changelog\n\n## Unreleased\n\n## 1.0.0\n')).toBe(true)
  })

  test('a changed, a deleted and a late migration are reported', () => {
    const [first, second] = [migration('0001_first.sql', 'a'), migration('0002_second.sql', 'b')]
    const sums = parseReleased(`# sums\n${first.checksum}  0001_first.sql\n${second.checksum}  0002_second.sql\n`)
    expect(findFaults(sums, [first, second, migration('0003_third.sql', 'c')])).toEqual([])
    expect(findFaults(sums, [migration('0001_first.sql', 'edited'), second])).toEqual(['0001_first.sql was changed'])
    expect(findFaults(sums, [second])).toEqual(['0001_first.sql is gone'])
    expect(findFaults(sums, [first, migration('0001_late.sql', 'c'), second])).toEqual([
      '0001_late.sql would run before a released migration',
    ])
  })
})

describe('changed functions bring a migration, by which a release before knows that they are newer', () => {
  test('those of the sources do', () => {
    const sum = { released: releasedFunctions, now: sumOfFunctions() }
    expect(lacksMigration(sum, released, migrations) ? [lineOfFunctions()] : []).toEqual([])
  })

  test('changed functions without a migration are found', () => {
    const [first, second] = [migration('0001_first.sql', 'a'), migration('0002_second.sql', 'b')]
    expect(lacksMigration({ released: undefined, now: 'b' }, [], [first])).toBe(false)
    expect(lacksMigration({ released: 'a', now: 'a' }, [first], [first])).toBe(false)
    expect(lacksMigration({ released: 'a', now: 'b' }, [first], [first])).toBe(true)
    expect(lacksMigration({ released: 'a', now: 'b' }, [first], [first, second])).toBe(false)
  })
})

test('every migration has a number of its own', () => {
  const numbers = migrations.map(({ name }) => /^(\d{4})_/.exec(name)?.[1])
  expect(new Set(numbers).size).toBe(migrations.length)
  expect(numbers).not.toContain(undefined)
})

describe('a migration says if the release before runs on what it leaves', () => {
  test('each one since the rule does', () => {
    expect(migrations.filter(({ name }) => name >= firstThatSays).filter(isSilent)).toEqual([])
  })

  test('one that says nothing is found', () => {
    const sentences = ['-- additive: a new table.\n', '-- breaks: the column is gone.\n', '-- Adds a table.\n']
    expect(sentences.map((sql) => isSilent({ sql }))).toEqual([false, false, true])
  })
})

function isSilent({ sql }: Pick<SqlFile, 'sql'>): boolean {
  return !/^-- (?:additive|breaks): [^\n]+\.\n/.test(sql)
}

function lineOfFunctions(): string {
  return `Functions changed: add a migration or, for a release, this line: ${sumOfFunctions()}  ${ofFunctions}`
}

/** Sums up the files that run again, in their order. */
function sumOfFunctions(): string {
  const texts = schema.repeatables.map((path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n'))
  return createHash('sha256').update(texts.join('')).digest('hex')
}

/** True if the functions differ from those of the last release, and no migration came after it. */
function lacksMigration(
  sum: { released: string | undefined; now: string },
  before: Migration[],
  present: Migration[],
): boolean {
  const isChanged = sum.released !== undefined && sum.released !== sum.now
  return isChanged && present.every(({ name }) => before.some((one) => one.name === name))
}

function findFaults(list: Migration[], present: Migration[]): string[] {
  const last = list.at(-1)?.name ?? ''
  const late = present.filter(({ name }) => name <= last && !list.some((one) => one.name === name))
  return [
    ...list.flatMap(({ name, checksum }) => {
      const now = present.find((one) => one.name === name)
      if (!now) return [`${name} is gone`]
      return now.checksum === checksum ? [] : [`${name} was changed`]
    }),
    ...late.map(({ name }) => `${name} would run before a released migration`),
  ]
}

function parseReleased(text: string): Migration[] {
  return [...text.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(([, checksum = '', name = '']) => ({ checksum, name }))
}

/** True once the changelog has the heading of a version. */
function hasRelease(text: string): boolean {
  return /^## (?!Unreleased)/m.test(text)
}

/** A migration of which only the name and the sum matter; the sum is made of one letter. */
function migration(name: string, letter: string): Migration {
  return { name, checksum: Buffer.from(letter.padEnd(32, letter)).subarray(0, 32).toString('hex') }
}

test('a text for older servers belongs to a migration', () => {
  const folder = join(schema.migrations, 'before-postgres-17')
  const names = new Set(migrations.map(({ name }) => name))
  expect(readdirSync(folder).filter((name) => !names.has(name))).toEqual([])
})
