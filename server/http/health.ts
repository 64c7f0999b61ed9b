import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** For whoever watches the process: it answers, and its database answers. */
export function addHealth(app: FastifyInstance, db: Db): void {
  app.get('/api/health', async () => {
    await sql`select 1`.execute(db)
    return { status: 'ok' }
  })
}
