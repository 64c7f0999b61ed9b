import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { addSavedReply, listSavedReplies } from '../../../contract/saved-replies.ts'
import { call, createAdmin, createTestApp, type TestApp } from '../../../tests/helpers/app.ts'
import { onDatabase } from '../../../tests/helpers/database-cluster.ts'
import { withConnection } from '../db/connect.ts'
import { watchDamage } from '../db/damage.ts'
import { addHealth } from './health.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
const place = `damaged_${process.pid}`
afterAll(async () => {
  await site.close()
  await withConnection(inject('cluster').adminUrl, (client) => client.query(`DROP TABLESPACE IF EXISTS ${place}`))
})

const readHealth = async () => site.app.inject('/api/health')

test('a server that is about to stop is not ready, though it lives and answers', async () => {
  const app = fastify()
  const stop = new AbortController()
  addHealth(app, { isDamaged: async () => false }, stop.signal)
  expect((await app.inject('/api/health')).json()).toEqual({ status: 'ready' })
  stop.abort()
  const { statusCode, body } = await app.inject('/api/health')
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'live', message: 'The server is about to stop.' }])
  for (const path of ['/api/health/live', '/api/version']) expect((await app.inject(path)).statusCode).toBe(200)
  await app.close()
})

// This test needs a superuser of a server on this machine.
test.skipIf(process.env['TEST_DATABASE_URL'])(
  'reports damaged pages, and no sentence promises that nothing was lost',
  async () => {
    const admin = await createAdmin(site)
    await call(site, addSavedReply, { body: { title: 'Hello', content: 'Good morning.' } }, admin)
    expect((await readHealth()).json()).toEqual({ status: 'ready' })

    await damage('saved_replies')
    const broken = await call(site, listSavedReplies, {}, admin)
    expect([broken.status, broken.body.code]).toEqual([500, 'data_damaged'])
    expect(broken.body.message).not.toMatch(/nothing was lost/i)
    expect(site.logged.join()).toContain('A call failed')

    const { statusCode, body } = await readHealth()
    expect([statusCode, JSON.parse(body)]).toEqual([
      500,
      { status: 'damaged', code: 'data_damaged', message: errors.data_damaged.message },
    ])
    // A second watch on the same database has seen no error, but PostgreSQL has counted one.
    expect(await watchDamage(site.deps.db).isDamaged()).toBe(true)
  },
)

/** Damages the table's first page on the disk. Moving the table first makes sure that no memory holds the page. */
async function damage(table: string): Promise<void> {
  const superuser = onDatabase(inject('cluster').adminUrl, new URL(site.database.ownerUrl).pathname.slice(1))
  await withConnection(superuser, async (client) => {
    await client.query('SET allow_in_place_tablespaces = true')
    await client.query(`CREATE TABLESPACE ${place} LOCATION ''`)
    await client.query(`ALTER TABLE ${table} SET TABLESPACE ${place}`)
    const { rows } = await client.query<{ file: string }>('SELECT pg_relation_filepath($1) AS file', [table])
    // PostgreSQL runs a program in the folder of its files.
    await client.query(`COPY (SELECT 'damage') TO PROGRAM 'dd of=${rows[0]?.file} bs=1 seek=4000 conv=notrunc'`)
  })
}
