import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

const include = ['{contract,server,web,tests,scripts}/**/*.test.{ts,tsx}']

/** A test that imports one of these files, directly or through others, starts a database. */
const databaseStarters = [
  'tests/helpers/database.ts',
  'tests/helpers/server.ts',
  'server/platform/db/embedded-postgres.ts',
]
const startsDatabase = new Map<string, boolean>(databaseStarters.map((file) => [file, true]))

// The imports decide which tests need PostgreSQL, so there is no list to maintain. All other tests are unit tests.
const databaseTests = globSync(include).filter(reachesDatabase)

export default defineConfig({
  test: {
    // Tests wait for timers and for their database, so two processor cores carry three workers.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A poll waits for a state, and a busy machine may take its time. A test of a promised time measures it.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include, exclude: databaseTests } },
      {
        extends: true,
        test: { name: 'database', include: databaseTests, globalSetup: ['tests/helpers/database-cluster.ts'] },
      },
    ],
  },
})

function reachesDatabase(file: string): boolean {
  const known = startsDatabase.get(file)
  if (known !== undefined) return known
  startsDatabase.set(file, false)
  const reaches = existsSync(file) && importsOf(file).some(reachesDatabase)
  startsDatabase.set(file, reaches)
  return reaches
}

function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)
  return [...specifiers].map(([, specifier = '']) => join(dirname(file), specifier))
}
