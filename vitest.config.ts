import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const TEST_FILES = ['{contract,server,web,tests}/**/*.test.{ts,tsx}']
const EXCLUDED = ['**/node_modules/**', '**/dist/**', 'tests/e2e/**']

// A test that needs PostgreSQL says so by importing the database helper (or a helper that starts a whole server), so
// nobody has to keep a list: everything else is a unit test and runs without starting a cluster.
const databaseTests = globSync(TEST_FILES).filter((file) =>
  /from '[^']*helpers\/(database|server|app)\.ts'/.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: TEST_FILES, exclude: [...EXCLUDED, ...databaseTests] },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: databaseTests,
          globalSetup: ['tests/helpers/database-cluster.ts'],
        },
      },
    ],
  },
})
