import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDb, createPool, type Db } from '../../server/platform/db/client.ts'
import { withConnection } from '../../server/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { schema } from '../../server/schema/schema.ts'
import * as ledger from '../../server/money/ledger/ledger.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../helpers/people.ts'

const writers = 8
const opening = 10_000_000

type Spend = { token: string; userId: string; key: string; kind: 'withdrawal'; coins: number; usdtRate: '1' }

/** Opens a pool that survives the connections that these tests break. */
const openDb = (url: string) => createDb(createPool(url, { max: writers, onError: () => {} }))

/** Spends at full speed until it is stopped. Records the spends with an answer and those with an unknown outcome. */
async function spendUntil(db: Db, { userId, token }: Pick<Spend, 'userId' | 'token'>, isOver: () => boolean) {
  const answered = new Map<string, string>()
  const inDoubt: Spend[] = []
  const write = async () => {
    while (!isOver()) {
      const spend: Spend = {
        token,
        userId,
        key: randomUUID(),
        kind: 'withdrawal',
        coins: 1000,
        usdtRate: '1',
      }
      try {
        answered.set(spend.key, (await ledger.submit(db, spend)).requestId)
      } catch (error) {
        expect(error).toMatchObject({ code: 'outcome_unknown' })
        inDoubt.push(spend)
        await sleep(5)
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return { answered, inDoubt }
}

/** Repeats the unknown outcomes under the same keys, then demands that the books hold each spend exactly once. */
async function expectEachOnce(
  db: Db,
  userId: string,
  { answered, inDoubt }: Awaited<ReturnType<typeof spendUntil>>,
): Promise<void> {
  for (const spend of inDoubt) answered.set(spend.key, (await ledger.submit(db, spend)).requestId)
  const requests = await db.selectFrom('ledger.requests').select('id').where('user_id', '=', userId).execute()
  expect(requests.map(({ id }) => id).toSorted()).toEqual([...answered.values()].toSorted())
  const account = db.selectFrom('ledger.accounts').select(['available', 'locked']).where('user_id', '=', userId)
  const spent = answered.size * 1000
  expect(await account.executeTakeFirst()).toEqual({ available: String(opening - spent), locked: String(spent) })
  expect(await db.selectFrom('ledger.violations').selectAll().execute()).toEqual([])
}

async function createSpender(ownerDb: Db): Promise<Pick<Spend, 'userId' | 'token'>> {
  const [admin, member] = [await createAdmin(ownerDb), await createMember(ownerDb)]
  await giveCoins(ownerDb, admin.id, member.id, opening)
  return { userId: member.id, token: await createToken(ownerDb, member.id) }
}

describe('connections that break in the middle of a call', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('neither lose nor repeat an answered spend', async () => {
    const spender = await createSpender(database.ownerDb)
    const db = openDb(database.appUrl)
    let isOver = false
    const spending = spendUntil(db, spender, () => isOver)
    const name = new URL(database.appUrl).pathname.slice(1)
    await withConnection(inject('cluster').adminUrl, async (client) => {
      for (let kill = 0; kill < 25; kill += 1) {
        await sleep(30)
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = $1 AND usename = 'et_app' ORDER BY random() LIMIT 3`,
          [name],
        )
      }
    })
    isOver = true
    const outcome = await spending
    expect(outcome.answered.size).toBeGreaterThan(50)
    expect(outcome.inDoubt.length).toBeGreaterThan(5)
    await expectEachOnce(db, spender.userId, outcome)
    await db.destroy()
  })
})

describe('a database server that is killed in the middle of calls', () => {
  test('neither loses nor repeats an answered spend', { timeout: 60_000 }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'et-kill-'))
    let server = await startEmbeddedPostgres(dataDir)
    try {
      await migrate(server.ownerUrl, schema)
      const ownerDb = openDb(server.ownerUrl)
      const spender = await createSpender(ownerDb)
      await ownerDb.destroy()
      const outcome = { answered: new Map<string, string>(), inDoubt: [] as Spend[] }
      for (let kill = 0; kill < 3; kill += 1) {
        const db = openDb(server.appUrl)
        let isOver = false
        const spending = spendUntil(db, spender, () => isOver)
        await sleep(300)
        const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(postmaster, 'SIGKILL')
        await server.exited
        isOver = true
        const { answered, inDoubt } = await spending
        for (const [key, id] of answered) outcome.answered.set(key, id)
        outcome.inDoubt.push(...inDoubt)
        await db.destroy()
        await server.stop()
        server = await startEmbeddedPostgres(dataDir)
      }
      expect(outcome.answered.size).toBeGreaterThan(50)
      const db = openDb(server.appUrl)
      await expectEachOnce(db, spender.userId, outcome)
      await db.destroy()
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    }
  })
})
