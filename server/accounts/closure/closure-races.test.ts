import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeAccount, findText } from '../../../tests/helpers/closure.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  readBalance,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { countLockWaits } from '../../../tests/helpers/lock-waits.ts'
import { createAdmin, createMember, createToken, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { addAdminNote } from '../../money/admin-notes/admin-notes.ts'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Write } from '../../platform/db/write.ts'
import { createEvents } from '../../platform/events/events.ts'

let database: TestDatabase
let pool: Pool
let db: Db
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  const onError = (error: Error) => {
    throw error
  }
  pool = createPool(database.ownerUrl, { max: 8, onError })
  db = createDb(pool)
  // All connections are open before the races start, so that the calls really meet.
  await Promise.all(Array.from({ length: 8 }, () => pool.query('SELECT pg_sleep(0.05)')))
  adminId = (await createAdmin(database.ownerDb)).id
})
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function newMember(referredById?: string) {
  const member = await createMember(database.ownerDb, referredById ? { referredById } : {})
  await database.owner.query('INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2)', [member.id, '-'])
  return member
}

const rounds = Array.from({ length: 10 }, (_, n) => n)
const wait = async (n: number) => pool.query('SELECT pg_sleep($1)', [n / 500])
const approve = async (userId: string, requestId: string) =>
  ledger.decide(db, {
    token: null,
    actorId: adminId,
    key: randomUUID(),
    userId,
    requestId,
    status: 'approved',
    notes: null,
  })

/** Returns "done", or the code of the refusal. */
const outcomeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  )

const statusOf = async (userId: string) =>
  (await database.owner.query<{ status: string }>('SELECT status FROM profiles WHERE id = $1', [userId])).rows[0]
    ?.status

/** Closes the account a little later in each round, so that both may come first. */
const closing = async (round: number, userId: string) => {
  await wait(round % 5)
  return closeAccount(pool, userId)
}

test('an account is closed, or receives the transfer that is approved at the same moment, and never both [A346]', async () => {
  for (const round of rounds) {
    const sender = await newMember()
    const member = await newMember()
    await giveCoins(database.ownerDb, adminId, sender.id, 1000)
    const transfer = await submit(database, sender.id, 'transfer', 1000, { recipientMemberId: member.memberId })
    const [obstacles, outcome] = await Promise.all([
      closing(round, member.id),
      outcomeOf(wait(round % 3).then(() => approve(sender.id, transfer))),
    ])
    const isClosed = obstacles === null
    expect([await statusOf(member.id), outcome, (await readBalance(database, member.id))[0]]).toEqual(
      isClosed ? ['Closed', 'recipient_not_active', '0'] : ['Active', 'done', '1000'],
    )
    if (isClosed) await decide(database, adminId, sender.id, transfer, 'rejected')
  }
})

test('a first package brings its reward to an open referrer, and none to a closed one, and the books add up [A346]', async () => {
  const pack = await createPackage(database, { coins: 1000 })
  for (const round of rounds) {
    const referrer = await newMember()
    const friend = await newMember(referrer.id)
    const buy = await submitPackage(database, friend.id, pack)
    const [obstacles, outcome] = await Promise.all([
      closing(round, referrer.id),
      outcomeOf(wait(round % 3).then(() => approve(friend.id, buy))),
    ])
    expect(outcome).toBe('done')
    expect(await readBalance(database, friend.id)).toEqual(['1000', '0'])
    const [reward] = await readBalance(database, referrer.id)
    expect([await statusOf(referrer.id), reward]).toEqual(obstacles === null ? ['Closed', '0'] : ['Active', '200'])
    await expectNoViolations(database)
  }
})

test('a buy that is submitted at the moment of the closing keeps the account open, or is not made [A346]', async () => {
  const pack = await createPackage(database, { coins: 1000 })
  for (const round of rounds) {
    const member = await newMember()
    const uploadId = await createUploadRow(database.ownerDb, member.id)
    const token = await createToken(database.ownerDb, member.id)
    const call = { token, userId: member.id, kind: 'buy' as const, coins: 1000 }
    const submitting = wait(round % 3).then(() =>
      ledger.submit(db, { ...call, key: randomUUID(), packageId: pack.id, uploadId, usdtRate: '1' }),
    )
    const [obstacles, outcome] = await Promise.all([closing(round, member.id), outcomeOf(submitting)])
    if (obstacles === null) expect(['not_signed_in', 'account_inactive']).toContain(outcome)
    else expect([obstacles, outcome]).toEqual([['requests'], 'done'])
    const { rows } = await database.owner.query('SELECT FROM ledger.requests WHERE user_id = $1', [member.id])
    expect(rows).toHaveLength(outcome === 'done' ? 1 : 0)
  }
})

const noteAbout = async (userId: string, write: Write) =>
  addAdminNote({ events: createEvents(), write }, { actorId: adminId, ipAddress: '127.0.0.1' }, noteOf(userId))
const noteOf = (userId: string) => ({ userId, requestId: null, content: 'Ada Lovelace, Ockham Park' })

test('a note about a member that is written at the moment of the closing is refused or loses its words [A378]', async () => {
  const write: Write = async (work) => inTransaction(db, async (tx) => work(tx, async () => {}))
  for (const round of rounds) {
    const { id } = await newMember()
    const adding = wait(round % 3).then(() => noteAbout(id, write))
    const [obstacles, outcome] = await Promise.all([closing(round, id), outcomeOf(adding)])
    expect(obstacles).toBeNull()
    expect(['done', 'not_found']).toContain(outcome)
    expect(await findText(pool, noteOf(id).content)).toEqual([])
  }
})

test('a closing waits for a note that is being written, and takes its words [A378]', async () => {
  const { id } = await newMember()
  const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const write: Write = async (work) =>
    inTransaction(db, async (tx) => {
      const result = await work(tx, async () => {})
      written.resolve()
      await mayCommit.promise
      return result
    })
  const adding = noteAbout(id, write)
  await written.promise
  const closed = closeAccount(pool, id)
  await expect.poll(() => countLockWaits({ database })).toBe(1)
  mayCommit.resolve()
  await adding
  expect(await closed).toBeNull()
  expect(await findText(pool, noteOf(id).content)).toEqual([])
})

test('two servers close an account once', async () => {
  const { id } = await newMember()
  await database.owner.query('INSERT INTO account_closures (user_id, closes_at) VALUES ($1, now())', [id])
  await Promise.all(rounds.map(() => pool.query('SELECT * FROM close_due_account()')))
  const { rows } = await database.owner.query(
    `SELECT FROM audit_events WHERE action = 'account_closed' AND subject_id = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('a correction or a reversal that touches a closed account is refused by name [A347]', async () => {
  const pack = await createPackage(database, { coins: 1000, bonusPercentage: '0' })
  const referrer = await newMember()
  const buyer = await newMember(referrer.id)
  const buy = await submitPackage(database, buyer.id, pack)
  await decide(database, adminId, buyer.id, buy)
  await giveCoins(database.ownerDb, adminId, referrer.id, -200)
  expect(await closeAccount(pool, referrer.id)).toBeNull()
  const call = { token: null, actorId: adminId, userId: buyer.id, requestId: buy, reason: 'It was never paid for.' }
  expect(await outcomeOf(ledger.reverse(db, { ...call, key: randomUUID() }))).toBe('account_closed')
  await giveCoins(database.ownerDb, adminId, buyer.id, -1000)
  expect(await closeAccount(pool, buyer.id)).toBeNull()
  expect(await outcomeOf(ledger.reverse(db, { ...call, key: randomUUID() }))).toBe('account_closed')
  expect(await outcomeOf(giveCoins(database.ownerDb, adminId, buyer.id, 1))).toBe('account_closed')
})
