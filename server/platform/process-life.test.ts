import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  await database.owner.query(
    'CREATE TABLE people (name text, email text, CONSTRAINT person_named CHECK (length(name) > 10))',
  )
})
afterAll(async () => database.drop())

/** A process that asks the database for a row which it refuses. `end` says what becomes of the error. */
const program = (end: string) => `
  import pg from 'pg'
  import { createProcessLife } from './server/platform/process-life.ts'
  const life = createProcessLife(10_000)
  const client = new pg.Client(process.argv[1])
  life.onEnd(() => client.query("INSERT INTO people VALUES ('Eve', 'eve@example.org')"))
  await client.connect()
  const refused = client.query("INSERT INTO people VALUES ('Ada', 'ada@example.org')")
  ${end}`

test.each([
  ['a failed start', 'await refused.catch(life.fail)', 2],
  ['an error that no code catches', 'void refused; setInterval(() => {}, 1_000)', 1],
])(
  '%s is printed with the constraint of a refused row, and no value of it',
  async (_, end, constraints) => {
    const options = ['--no-deprecation', '--input-type=module', '--eval', program(end), database.ownerUrl]
    const child = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'pipe'] })
    const [printed] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(child.exitCode).toBe(1)
    expect(printed.match(/constraint: 'person_named'/g)).toHaveLength(constraints)
    expect(printed).not.toMatch(/example\.org|\((?:Ada|Eve)/)
  },
  30_000,
)
