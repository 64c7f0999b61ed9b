import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDb, createPool, type Db, type Tx } from '../../server/platform/db/client.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { onDatabase } from '../helpers/database-cluster.ts'
import { createChance } from '../helpers/faults/chance.ts'
import { findBreaches, findBreachesIn } from '../helpers/faults/compare-books.ts'
import { expectNoDeadlocks } from '../helpers/faults/deadlocks.ts'
import { isSubmission, type Entry, type Journal } from '../helpers/faults/journal.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { letOneAdministratorDecide } from '../helpers/second-owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const calls = 300

let database: TestDatabase
let db: Db
let journal: Journal
let server: TestServer
let deadlocksBefore: number

beforeAll(async () => {
  database = await createTestDatabase()
  await letOneAdministratorDecide(database.ownerUrl)
  const env = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl, ...withoutStepUp }
  server = await startServer({ env })
  const load = await startMoneyLoad(server, { chance: createChance(1, 'checker'), calls })
  await load.done
  await server.stop()
  ;({ journal, deadlocksBefore } = load)
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
const decision = () => find((entry) => entry.what === 'approved' && !entry.purchase)
const isApprovedBuy = ({ what, purchase }: Entry) => what === 'approved' && purchase !== undefined
/** Two approved buys of one member who was brought in by another. */
const twoBuys = (): [Entry, Entry] => {
  const buys = journal.entries.filter((entry) => isApprovedBuy(entry) && journal.referrers.has(entry.memberId))
  for (const [one, other] of Map.groupBy(buys, ({ memberId }) => memberId).values())
    if (one && other) return [one, other]
  throw new Error('no member has two approved buys')
}

test('an honest journal and honest books agree', async () => {
  expect(journal.entries.length).toBeGreaterThanOrEqual(calls)
  expect(await findBreaches(db, journal)).toEqual([])
})

/** Pays the reward for both buys. It is there for one of them. */
async function payRewardTwice(tx: Tx, buys: readonly Entry[]): Promise<void> {
  for (const { requestId, memberId } of buys) {
    await sql`insert into ledger.movements
              select (jsonb_populate_record(m, jsonb_build_object('id', uuidv7(), 'request_id', ${requestId}::uuid))).*
                from ledger.movements m
               where m.user_id = ${memberId} and m.leg = 'referral' and m.request_id <> ${requestId}`.execute(tx)
  }
}

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
  [
    'a bonus that was never credited',
    async (tx) => {
      const { memberId, purchase } = find(isApprovedBuy)
      await sql`update ledger.accounts set available = available - ${purchase?.bonus} where user_id = ${memberId}`.execute(
        tx,
      )
    },
    /^member \S+ has \d+ and \d+ locked in place of/,
  ],
  [
    'a bonus that is missing in the journal',
    async (tx) =>
      sql`delete from ledger.movements where request_id = ${find(isApprovedBuy).requestId} and leg = 'bonus'`.execute(
        tx,
      ),
    /^the buy \S+ brought "buy 10000 for \S+" in place of "bonus 1000 for/,
  ],
  [
    'a bonus that is missing in the totals',
    async (tx) => sql`update ledger.commands set bonus_coins = 0 where key = ${find(isApprovedBuy).key}`.execute(tx),
    /^the approved buys come to .+ in place of/,
  ],
  [
    'a reward that was paid twice',
    async (tx) => payRewardTwice(tx, twoBuys()),
    /^the buys of \S+ paid "referral 2000 for \S+, referral/,
  ],
  [
    'a slip that was used by two approved buys',
    async (tx) => {
      const [one, other] = twoBuys()
      await sql`update uploads set sha256 = decode(${one.purchase?.slip.sha256}, 'hex')
                 where id = ${other.purchase?.slip.id}`.execute(tx)
    },
    /^the slip \S+ was used by 2 approved buys/,
  ],
  [
    'an approved buy that has not used its slip',
    async (tx) => sql`delete from ledger.used_proofs where request_id = ${find(isApprovedBuy).requestId}`.execute(tx),
    /^the approved buy \S+ has used the slips "" in place of its own/,
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

test('a deadlock is found', async () => {
  await expectNoDeadlocks(server, { deadlocksBefore })
  const [one, other] = [await database.owner.connect(), await database.owner.connect()]
  const lock = async (client: typeof one, at: number) =>
    client.query('SELECT FROM ledger.accounts WHERE user_id = $1 FOR UPDATE', [[...journal.opening.keys()][at]])
  for (const client of [one, other]) await client.query('BEGIN')
  await Promise.all([lock(one, 0), lock(other, 1)])
  const outcomes = await Promise.allSettled([lock(one, 1), lock(other, 0)])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  // A connection that closes has reported what it counted.
  for (const client of [one, other]) client.release(true)
  await expect
    .poll(async () =>
      expectNoDeadlocks(server, { deadlocksBefore }).then(
        () => 'none',
        () => 'found',
      ),
    )
    .toBe('found')
})
