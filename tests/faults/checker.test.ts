import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDb, createPool, type Db, type Tx } from '../../server/platform/db/client.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { onDatabase } from '../helpers/database-cluster.ts'
import { createChance } from '../helpers/faults/chance.ts'
import { findBreaches, findBreachesIn } from '../helpers/faults/compare-books.ts'
import { isSubmission, type Entry, type Journal } from '../helpers/faults/journal.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { letOneAdministratorDecide } from '../helpers/second-owner.ts'
import { startServer } from '../helpers/server.ts'

const calls = 60

let database: TestDatabase
let db: Db
let journal: Journal

beforeAll(async () => {
  database = await createTestDatabase()
  await letOneAdministratorDecide(database.ownerUrl)
  const env = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl, ...withoutStepUp }
  const server = await startServer({ env })
  const load = await startMoneyLoad(server, { chance: createChance(1, 'checker'), calls })
  await load.done
  await server.stop()
  ;({ journal } = load)
  const name = new URL(database.ownerUrl).pathname.slice(1)
  db = createDb(createPool(onDatabase(inject('cluster').adminUrl, name), { max: 1, onError: () => {} }))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const find = (isWanted: (entry: Entry) => boolean): Entry => {
  const entry = journal.entries.find(isWanted)
  if (!entry) throw new Error('the load made no such call')
  return entry
}
const submission = () => find(isSubmission)
const decision = () => find((entry) => entry.what === 'approved')

test('an honest journal and honest books agree', async () => {
  expect(journal.entries.length).toBeGreaterThanOrEqual(calls)
  expect(await findBreaches(db, journal)).toEqual([])
})

/** Changes the books past all their rules, as the end of a disk could, compares them, and takes the change back. */
async function findAfter(plant: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let breaches: string[] = []
  const undone = new Error('undone')
  const work = inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await plant(tx)
    breaches = await findBreachesIn(tx, journal)
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  return breaches
}

test.each<[string, (tx: Tx) => Promise<unknown>, RegExp]>([
  [
    'an acknowledged call that is gone with its request',
    async (tx) => {
      await sql`delete from ledger.commands where request_id = ${submission().requestId}`.execute(tx)
      await sql`delete from ledger.requests where id = ${submission().requestId}`.execute(tx)
    },
    /was acknowledged and is not in the books/,
  ],
  [
    'a request that is gone, while its key is there',
    async (tx) => sql`delete from ledger.requests where id = ${submission().requestId}`.execute(tx),
    /has no request/,
  ],
  [
    'a call that was done a second time under another key',
    async (tx) =>
      sql`insert into ledger.commands
          select (jsonb_populate_record(c, jsonb_build_object('key', gen_random_uuid(), 'request_id', gen_random_uuid()))).*
            from ledger.commands c where c.key = ${submission().key}`.execute(tx),
    /no caller asked for submit/,
  ],
  [
    'a coin too many',
    async (tx) =>
      sql`update ledger.accounts set available = available + 1 where user_id = ${submission().memberId}`.execute(tx),
    /members hold \d+ coins, and \d+ were issued/,
  ],
  [
    'coins that moved from one member to another',
    async (tx) => {
      const [one, other] = [...journal.opening.keys()]
      await sql`update ledger.accounts set available = available - 1 where user_id = ${one}`.execute(tx)
      await sql`update ledger.accounts set available = available + 1 where user_id = ${other}`.execute(tx)
    },
    /^member \S+ has \d+ and \d+ locked in place of/,
  ],
  [
    'an approval that became a rejection',
    async (tx) =>
      sql`update ledger.requests set status = 'rejected', admin_notes = 'No.' where id = ${decision().requestId}`.execute(
        tx,
      ),
    /is a rejected \w+ in place of a approved/,
  ],
  [
    'a line of a statement that is gone',
    async (tx) => sql`delete from ledger.lines where user_id = ${submission().memberId} and version = 2`.execute(tx),
    /a rule of the ledger is broken/,
  ],
])('%s is found', async (_, plant, sentence) => {
  expect(await findAfter(plant)).toContainEqual(expect.stringMatching(sentence))
})

/** Compares the books with a journal in which one entry differs. */
async function findWith(change: (entries: Entry[]) => Entry[]): Promise<string[]> {
  return findBreaches(db, { ...journal, entries: change(journal.entries) })
}

test.each<[string, (entries: Entry[]) => Entry[], RegExp]>([
  [
    'an answer that came before the commit, which then failed',
    (entries) => [...entries, { ...submission(), key: crypto.randomUUID(), requestId: crypto.randomUUID() }],
    /was acknowledged and is not in the books/,
  ],
  [
    'an answer that names another request',
    (entries) => entries.map((one) => (one === submission() ? { ...one, requestId: crypto.randomUUID() } : one)),
    /was answered with \S+, and the books have/,
  ],
  [
    'a call that no caller has made',
    (entries) => entries.filter((one) => one !== submission()),
    /no caller asked for submit/,
  ],
])('%s is found', async (_, change, sentence) => {
  expect(await findWith(change)).toContainEqual(expect.stringMatching(sentence))
})

test('a call with an unknown outcome may be in the books or not', async () => {
  const unknown = (entry: Entry): Entry => ({ ...entry, answeredAt: undefined })
  expect(await findWith((entries) => entries.map((one) => (one === submission() ? unknown(one) : one)))).toEqual([])
  expect(await findWith((entries) => [...entries, unknown({ ...submission(), key: crypto.randomUUID() })])).toEqual([])
})
