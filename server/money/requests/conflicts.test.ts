import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/helpers/app.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../../../tests/helpers/people.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import * as ledger from '../ledger/ledger.ts'
import { submitTransfer, submitWithdrawal } from './requests.ts'
import { noLimits } from '../../platform/rate-limits/rate-limits.ts'

// A trigger lets the first calls of the ledger fail as a conflict between two calls would. A sequence counts the
// attempts, because it keeps its value when a transaction is undone.

let site: TestApp
let userId: string
let token: string
let recipientMemberId: string
beforeAll(async () => {
  site = await createTestApp()
  const { ownerDb } = site.database
  userId = (await createMember(ownerDb)).id
  token = await createToken(ownerDb, userId)
  recipientMemberId = (await createMember(ownerDb)).memberId
  await giveCoins(site.database.ownerDb, (await createAdmin(ownerDb)).id, userId, 50_000)
  await site.database.owner.query(`
    CREATE SEQUENCE attempts;
    CREATE TABLE failing (times int NOT NULL);
    INSERT INTO failing VALUES (0);
    CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      IF nextval('attempts') <= (SELECT times FROM failing) THEN
        RAISE EXCEPTION 'conflict' USING ERRCODE = '40001';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER conflict BEFORE INSERT ON ledger.requests FOR EACH ROW EXECUTE FUNCTION conflict()`)
})
afterAll(async () => site.close())
beforeEach(() => failFirst(0))

async function failFirst(times: number): Promise<void> {
  await site.database.owner.query('ALTER SEQUENCE attempts RESTART')
  await site.database.owner.query('UPDATE failing SET times = $1', [times])
}

async function countAttempts(): Promise<number> {
  const { rows } = await site.database.owner.query<{ last_value: string }>('SELECT last_value FROM attempts')
  return Number(rows[0]?.last_value)
}

const parts = { mailOwner: async () => {}, outbox: { wake() {} }, limits: noLimits, mustAdminsEnrol: false }
const own = () => ({ userId, token, key: randomUUID(), coins: 1000 })

test('a request that meets a conflict is made by another attempt, in one statement or in several', async () => {
  await failFirst(2)
  expect((await submitTransfer({ ...site.deps, ...parts }, { ...own(), recipientMemberId })).status).toBe('pending')
  expect(await countAttempts()).toBe(3)
  await failFirst(2)
  expect((await submitWithdrawal({ ...site.deps, ...parts }, own())).status).toBe('pending')
  expect(await countAttempts()).toBe(3)
})

test('inside a transaction a call is not repeated alone: its opener repeats the whole transaction', async () => {
  const submission = { ...own(), kind: 'withdrawal' as const, usdtRate: '1' }
  await failFirst(1)
  const alone = site.database.appDb.transaction().execute((tx) => ledger.submit(tx, submission))
  await expect(alone).rejects.toMatchObject({ code: '40001' })
  expect(await countAttempts()).toBe(1)
  await failFirst(1)
  let runs = 0
  const { replayed } = await inTransaction(site.database.appDb, async (tx) => {
    runs += 1
    return ledger.submit(tx, submission)
  })
  expect([replayed, runs, await countAttempts()]).toEqual([false, 2, 2])
})
