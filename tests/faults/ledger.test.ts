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
import { startScenario } from '../helpers/faults/scenario.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../helpers/people.ts'

const writers = 8
const opening = 10_000_000
const brokenAtOnce = 3
const databaseKills = 3
const shortestLoadMs = 200

type Spender = { userId: string; token: string }

/** The calls of writers that spend and take back at full speed. */
interface Spending {
  /** The requests with an answered submission, and those with an answered cancellation. */
  submitted: Set<string>
  cancelled: Set<string>
  /** The number of answers that said the outcome is unknown. */
  doubts: number
  /** The calls that had no answer when it was over, to be repeated under their keys. */
  unanswered: ((db: Db) => Promise<string>)[]
}

const startSpending = (): Spending => ({ submitted: new Set(), cancelled: new Set(), doubts: 0, unanswered: [] })

/** Opens a pool that survives the connections that these tests break. */
const openDb = (url: string) => createDb(createPool(url, { max: writers, onError: () => {} }))

/** Submits and cancels withdrawals until it is over. Each call is repeated under its key until it is answered. */
async function spendUntil(db: Db, { userId, token }: Spender, spending: Spending, isOver: () => boolean) {
  const answer = async (call: (db: Db) => Promise<string>): Promise<string | undefined> => {
    for (;;) {
      try {
        return await call(db)
      } catch (error) {
        expect(error).toMatchObject({ code: 'outcome_unknown' })
        spending.doubts += 1
        if (isOver()) {
          spending.unanswered.push(call)
          return undefined
        }
        await sleep(5)
      }
    }
  }
  const write = async () => {
    while (!isOver()) {
      const spend = { token, userId, key: randomUUID(), kind: 'withdrawal', coins: 1000, usdtRate: '1' } as const
      const requestId = await answer(async (someDb) => {
        const made = await ledger.submit(someDb, spend)
        spending.submitted.add(made.requestId)
        return made.requestId
      })
      if (requestId === undefined) return
      const cancellation = { token, userId, key: randomUUID(), requestId }
      await answer(async (someDb) => {
        await ledger.cancel(someDb, cancellation)
        spending.cancelled.add(requestId)
        return requestId
      })
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

/** Repeats the calls without an answer under the same keys. */
async function answerAll(db: Db, spending: Spending): Promise<void> {
  for (const call of spending.unanswered.splice(0)) await call(db)
}

/** Demands that the books hold each answered call exactly once. */
async function expectEachOnce(db: Db, userId: string, { submitted, cancelled }: Spending): Promise<void> {
  const requests = await db
    .selectFrom('ledger.requests')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .execute()
  expect(requests.map(({ id }) => id).toSorted()).toEqual([...submitted].toSorted())
  const taken = requests.filter(({ status }) => status === 'cancelled')
  expect(taken.map(({ id }) => id).toSorted()).toEqual([...cancelled].toSorted())
  const account = db.selectFrom('ledger.accounts').select(['available', 'locked']).where('user_id', '=', userId)
  const spent = (submitted.size - cancelled.size) * 1000
  expect(await account.executeTakeFirst()).toEqual({ available: String(opening - spent), locked: String(spent) })
  expect(await db.selectFrom('ledger.violations').selectAll().execute()).toEqual([])
}

async function createSpender(ownerDb: Db): Promise<Spender> {
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

  test('neither lose nor repeat an answered spend [R7]', async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R7', faults: '25 or more broken connections' })
    const spender = await createSpender(database.ownerDb)
    const db = openDb(database.appUrl)
    let isOver = false
    const spending = startSpending()
    const answered = () => spending.submitted.size + spending.cancelled.size
    const end = spendUntil(db, spender, spending, () => isOver)
    const name = new URL(database.appUrl).pathname.slice(1)
    await withConnection(inject('cluster').adminUrl, async (client) => {
      // A busy machine answers few calls between two kills.
      for (let kill = 0; kill < 25 || (answered() <= 50 && kill < 500); kill += 1) {
        await sleep(chance.below(60))
        const { rows } = await client.query<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND usename = 'et_app' ORDER BY pid",
          [name],
        )
        for (let end = 0; end < Math.min(brokenAtOnce, rows.length); end += 1) {
          await client.query('SELECT pg_terminate_backend($1)', [chance.pick(rows).pid])
        }
      }
    })
    isOver = true
    await end
    expect(answered()).toBeGreaterThan(50)
    expect(spending.doubts).toBeGreaterThan(5)
    await answerAll(db, spending)
    await expectEachOnce(db, spender.userId, spending)
    await db.destroy()
    note(`${answered()} calls kept, ${spending.doubts} repeated`)
  })
})

describe('a database server that is killed in the middle of calls', () => {
  test('neither loses nor repeats an answered spend [R7]', { timeout: 60_000 }, async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R7', faults: `${databaseKills} kills` })
    const dataDir = mkdtempSync(join(tmpdir(), 'et-kill-'))
    let server = await startEmbeddedPostgres(dataDir)
    try {
      await migrate(server.ownerUrl, schema)
      const ownerDb = openDb(server.ownerUrl)
      const spender = await createSpender(ownerDb)
      await ownerDb.destroy()
      const spending = startSpending()
      for (let kill = 0; kill < databaseKills; kill += 1) {
        const db = openDb(server.appUrl)
        let isOver = false
        await answerAll(db, spending)
        const end = spendUntil(db, spender, spending, () => isOver)
        await sleep(shortestLoadMs + chance.below(shortestLoadMs))
        const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(postmaster, 'SIGKILL')
        await server.exited
        isOver = true
        await end
        await db.destroy()
        await server.stop()
        server = await startEmbeddedPostgres(dataDir)
      }
      const answered = spending.submitted.size + spending.cancelled.size
      expect(answered).toBeGreaterThan(50)
      const db = openDb(server.appUrl)
      await answerAll(db, spending)
      await expectEachOnce(db, spender.userId, spending)
      await db.destroy()
      note(`${answered} calls kept, ${spending.doubts} repeated`)
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    }
  })
})
