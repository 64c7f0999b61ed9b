import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/database.ts'
import { createLog } from './create-log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  await database.owner.query(
    'CREATE TABLE people (name text, email text, CONSTRAINT person_named CHECK (length(name) > 10))',
  )
})
afterAll(async () => database.drop())

test('a warning about a refused row names the constraint, and no value of the row', async () => {
  const err: unknown = await database.owner
    .query("INSERT INTO people VALUES ('Ada', 'ada@example.org')")
    .catch((error: unknown) => error)
  expect(err).toHaveProperty('detail', 'Failing row contains (Ada, ada@example.org).')
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => lines.push(line) })
  const app = fastify({ loggerInstance: log })
  log.warn({ err }, 'Background work has failed')
  log.warn({ err: new Error('The job has failed', { cause: err }) })
  log.error(err)
  app.log.error({ err })
  expect(lines.filter((line) => line.includes('person_named'))).toHaveLength(4)
  expect(lines.join('')).not.toMatch(/ada@example|\(Ada/)
})
