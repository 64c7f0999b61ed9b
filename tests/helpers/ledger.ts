import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import type { RequestKind } from '../../contract/requests.ts'
import * as ledger from './ledger-calls.ts'
import type { TestDatabase } from './database.ts'
import { createUploadRow } from './people.ts'
import { readTableDigests } from './table-digests.ts'

export interface PackageFixture {
  id: string
  coins: number
}

type SubmitExtra = Partial<Omit<ledger.Submission, 'userId' | 'kind' | 'coins'>>

/** Adds a package with this amount, price and bonus. */
export async function createPackage(
  database: TestDatabase,
  values: { coins?: number; coinPrice?: string; bonusPercentage?: string } = {},
): Promise<PackageFixture> {
  const coins = values.coins ?? 10_000
  const { id } = await database.ownerDb
    .insertInto('packages')
    .values({
      package_name: `Package ${randomUUID().slice(0, 8)}`,
      min_coin_purchase: String(coins),
      coin_price: values.coinPrice ?? '0.01',
      bonus_percentage: values.bonusPercentage ?? '0',
      withdrawal_time: '24 hours',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, coins }
}

/** Submits a request as the application does, with a new key unless one is given. Returns the request's id. */
export async function submit(
  database: TestDatabase,
  userId: string,
  kind: RequestKind,
  coins: number,
  extra: SubmitExtra = {},
): Promise<string> {
  const usdtRate = kind === 'transfer' ? undefined : '1'
  const call = { token: null, userId, kind, coins, key: randomUUID(), usdtRate, ...extra }
  return (await ledger.submit(database.ownerDb, call)).requestId
}

/** Submits a package purchase with a slip. Returns the request's id. */
export async function submitPackage(database: TestDatabase, userId: string, pack: PackageFixture): Promise<string> {
  const uploadId = await createUploadRow(database.ownerDb, userId)
  return submit(database, userId, 'buy', pack.coins, { packageId: pack.id, uploadId })
}

/** Lets members buy while 1 stands in for the exchange rate, as the configuration can. */
export async function allowFallbackRate(database: TestDatabase, isAllowed = true): Promise<void> {
  await database.ownerDb.updateTable('settings').set({ buys_on_fallback_rate: isAllowed }).execute()
}

/** Makes a request this many days older than it is, with the questions for another slip. */
export async function makeOlder(database: TestDatabase, requestId: string, days: number): Promise<void> {
  await database.owner.query(
    `ALTER TABLE ledger.requests DISABLE TRIGGER guard_change;
     UPDATE ledger.requests
        SET created_at = created_at - interval '${days} days', clock_from = clock_from - interval '${days} days',
            slip_asked_at = slip_asked_at - interval '${days} days'
      WHERE id = '${requestId}';
     ALTER TABLE ledger.requests ENABLE TRIGGER guard_change;
     ALTER TABLE ledger.slip_requests DISABLE TRIGGER answered_once;
     UPDATE ledger.slip_requests
        SET asked_at = asked_at - interval '${days} days', answered_at = answered_at - interval '${days} days'
      WHERE request_id = '${requestId}';
     ALTER TABLE ledger.slip_requests ENABLE TRIGGER answered_once`,
  )
}

/** Makes lines of a member this many days older, in the order that they have. */
export async function moveLines(database: TestDatabase, userId: string, days: number, which = 'true'): Promise<void> {
  await database.owner.query(
    `ALTER TABLE ledger.lines DISABLE TRIGGER append_only;
     UPDATE ledger.lines SET created_at = created_at - interval '${days} days' WHERE user_id = '${userId}' AND ${which};
     ALTER TABLE ledger.lines ENABLE TRIGGER append_only`,
  )
}

/** Lets the waiting coins of a member mature this many days earlier. */
export async function bringMaturityNearer(database: TestDatabase, userId: string, days: number): Promise<void> {
  await database.owner.query(
    `UPDATE ledger.maturing SET matures_at = matures_at - interval '${24 * days} hours' WHERE user_id = '${userId}';
     UPDATE ledger.accounts SET last_matures_at = last_matures_at - interval '${24 * days} hours' WHERE user_id = '${userId}'`,
  )
}

/** Approves a request, or rejects it with a reason, as the application does, with a new key. */
export async function decide(
  database: TestDatabase,
  actorId: string,
  userId: string,
  requestId: string,
  status: 'approved' | 'rejected' = 'approved',
): Promise<void> {
  const notes = status === 'rejected' ? 'Not received' : null
  await ledger.decide(database.ownerDb, { token: null, actorId, key: randomUUID(), userId, requestId, status, notes })
}

export interface StatementLine {
  type: string | null
  available: string
  locked: string
  total: string
}

/** Returns a member's whole statement, the oldest line first, with the shortest decimals. */
export async function readStatement(database: TestDatabase, userId: string): Promise<StatementLine[]> {
  const { rows } = await database.owner.query<StatementLine>(
    `SELECT type, trim_scale(available_delta)::text AS available, trim_scale(locked_delta)::text AS locked,
            trim_scale(available_after + locked_after)::text AS total
       FROM ledger.lines WHERE user_id = $1 ORDER BY version`,
    [userId],
  )
  return rows
}

/** Returns the available and locked coins with the shortest decimals. */
export async function readBalance(
  database: TestDatabase,
  userId: string,
): Promise<[available: string, locked: string]> {
  const { rows } = await database.owner.query<{ available: string; locked: string }>(
    `SELECT trim_scale(available)::text AS available, trim_scale(locked)::text AS locked
       FROM ledger.accounts WHERE user_id = $1`,
    [userId],
  )
  const account = rows[0]
  if (!account) throw new Error(`no account of ${userId}`)
  return [account.available, account.locked]
}

/**
 * Returns the journal of one request as "leg debit>credit amount". Names stand for members and "-" for the platform.
 */
export async function readPostings(
  database: TestDatabase,
  requestId: string,
  names: Record<string, string>,
): Promise<string[]> {
  const { rows } = await database.owner.query<{
    leg: string
    account: string
    owner_id: string | null
    amount: string
  }>(
    `SELECT p.leg, p.account, p.owner_id, trim_scale(p.amount)::text AS amount
       FROM ledger.postings p JOIN ledger.movements m ON m.user_id = p.user_id AND m.id = p.movement_id
      WHERE m.request_id = $1 ORDER BY m.id, p.amount`,
    [requestId],
  )
  return rows.map(({ leg, account, owner_id, amount }) => {
    const owner = owner_id === null ? 'platform' : names[owner_id]
    return `${leg}: ${owner} ${account} ${amount}`
  })
}

export async function expectNoViolations(database: Pick<TestDatabase, 'owner'>): Promise<void> {
  const { rows } = await database.owner.query('SELECT rule, user_id, id FROM ledger.violations')
  expect(rows).toEqual([])
}

/** Rolls up everything so far. Open transactions of tests in other databases delay this for a while. */
export async function rollUpAll(database: TestDatabase): Promise<void> {
  await vi.waitFor(
    async () => {
      await ledger.rollUp(database.appDb)
      const { rows } = await database.owner.query('SELECT FROM ledger.fresh_commands()')
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** Demands that a call is refused with this code, and that it changes no row of any table. */
export async function expectRefused(
  database: TestDatabase,
  code: ErrorCode,
  call: () => Promise<unknown>,
): Promise<void> {
  const before = await readTableDigests(database.owner)
  await expect(call()).rejects.toMatchObject({ code })
  expect(await readTableDigests(database.owner)).toEqual(before)
}
