import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUserDashboardData } from '../contract/dashboards.ts'
import { createPool } from '../server/platform/db/client.ts'
import { call, createAdmin, createBuyer } from './helpers/api.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'
import { poolerFolder, startPooler, type Pooler } from './helpers/pooler.ts'
import { letOneAdministratorDecide } from './helpers/second-owner.ts'
import { startServer } from './helpers/server.ts'

const key = randomBytes(32).toString('base64url')

describe.runIf(poolerFolder)('behind PgBouncer (needs packages of Debian)', () => {
  let database: TestDatabase
  let pooler: Pooler

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true })
    pooler = await startPooler([database.ownerUrl, database.appUrl])
  }, 240_000)
  afterAll(async () => {
    await pooler.stop()
    await database.drop()
  })

  test.each(['on', 'off'])(
    'a server migrates, sells coins, and shows them, with prepared statements %s',
    async (prepared) => {
      const [owner, app] = [pooler.through(database.ownerUrl), pooler.through(database.appUrl)]
      const env = { DATABASE_URL: owner, APP_DATABASE_URL: app, ENCRYPTION_KEY: key, PREPARED_STATEMENTS: prepared }
      const server = await startServer({ env })
      try {
        await letOneAdministratorDecide(database.ownerUrl)
        const buyer = await createBuyer(await createAdmin(server))
        const { wallet } = await call(buyer, getUserDashboardData, { query: {} })
        expect(wallet.available_coins).toBe('27500')
      } finally {
        await server.stop()
      }
    },
    60_000,
  )

  test('a session has the limits of its pool, and what it prepared is there for its next call', async () => {
    const pool = createPool(pooler.through(database.appUrl), { max: 1, onError: () => {}, statementTimeoutMs: 1234 })
    try {
      await pool.query('prepare kept as select 1')
      expect((await pool.query('execute kept')).rows).toHaveLength(1)
      const { rows } = await pool.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'jit') order by name`,
      )
      expect(rows.map(({ setting }) => setting)).toEqual(['off', '2000', '1234'])
    } finally {
      await pool.end()
    }
  })
})
