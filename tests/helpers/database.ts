import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { createDb, createPool, type Db } from '../../server/platform/db/client.ts'
import { withConnection } from '../../server/platform/db/connect.ts'
import { onDatabase } from './database-cluster.ts'

export type TestDatabase = {
  ownerUrl: string
  appUrl: string
  /** The owner's connections, with all rights. */
  owner: pg.Pool
  ownerDb: Db
  /** The application's connections, with its rights and its time limits. */
  app: pg.Pool
  appDb: Db
  drop(): Promise<void>
}

/**
 * Creates a database for one test file: a clone of the migrated template, made in a few milliseconds, or an empty one.
 * Drop it at the end.
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `et_test_${randomBytes(8).toString('hex')}`
  const ownerUrl = onDatabase(cluster.ownerUrl, name)
  const appUrl = onDatabase(cluster.appUrl, name)
  const ownerName = decodeURIComponent(new URL(ownerUrl).username)
  await withConnection(cluster.adminUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? 'template0' : cluster.template} OWNER "${ownerName}"`),
  )
  const owner = createPool(ownerUrl, { max: 10, onError: fail, statementTimeoutMs: 60_000 })
  const app = createPool(appUrl, { max: 10, onError: fail })
  return {
    ownerUrl,
    appUrl,
    owner,
    ownerDb: createDb(owner),
    app,
    appDb: createDb(app),
    async drop() {
      await Promise.all([owner.end(), app.end()])
      await withConnection(cluster.adminUrl, async (client) => {
        // A pool ends before the server has closed its last connection. A plain DROP waits for that, while FORCE would
        // send an error to a closing connection.
        await client.query(`DROP DATABASE ${name}`).catch(() => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
      })
    },
  }
}

function fail(error: Error): void {
  throw error
}
