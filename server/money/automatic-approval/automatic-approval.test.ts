import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb, createPool, type Db } from '../../platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  createPackage,
  decide,
  expectNoViolations,
  makeOlder,
  readBalance,
  submit,
  type PackageFixture,
} from '../../../tests/helpers/ledger.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { createAdmin, createMember, createUploadRow } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { addTransfer, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'

let database: TestDatabase
let db: Db
let adminId: string
let pack: PackageFixture
const coins = 1_000
let price = 10

beforeAll(async () => {
  database = await createTestDatabase()
  const onError = (error: Error) => {
    throw error
  }
  db = createDb(createPool(database.ownerUrl, { max: 12, onError }))
  adminId = (await createAdmin(database.ownerDb)).id
})
// A price of its own for each test keeps their amounts apart.
beforeEach(async () => {
  price += 1
  pack = await createPackage(database, { coins, coinPrice: (price / coins).toFixed(8) })
  await set({})
})
afterEach(() => expectNoViolations(database))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

type Changes = Partial<Record<'automatic_approval' | 'unique_amounts', 'on' | 'off'>> &
  Partial<Record<'automatic_approval_usd' | 'automatic_approval_day_usd', string>> & { token_contract?: string | null }
const set = (changes: Changes) =>
  database.ownerDb
    .updateTable('settings')
    .set({
      automatic_approval: 'on',
      automatic_approval_usd: '100',
      automatic_approval_day_usd: '100000',
      unique_amounts: 'on',
      token_contract: 'the token',
      ...changes,
    })
    .execute()

interface Bought {
  userId: string
  requestId: string
  units: bigint
}

/** Makes an open buy with an amount of its own. */
async function buy(extra: { transactionHash?: string; uploadId?: string; userId?: string } = {}): Promise<Bought> {
  const userId = extra.userId ?? (await createMember(database.ownerDb)).id
  const uploadId = extra.uploadId ?? (await createUploadRow(database.ownerDb, userId))
  const { transactionHash } = extra
  const requestId = await submit(database, userId, 'buy', pack.coins, { packageId: pack.id, uploadId, transactionHash })
  const { rows } = await database.owner.query<{ units: string }>(
    'SELECT trunc(usdt_amount * 1000000)::text AS units FROM ledger.requests WHERE id = $1',
    [requestId],
  )
  return { userId, requestId, units: BigInt(rows[0]?.units ?? 0) }
}

const pay = (bought: Bought, extra: { by?: bigint; from?: string; hash?: string; minutes?: number } = {}) => {
  const { by = 0n, ...transfer } = extra
  return addTransfer(database, { units: bought.units + by, minutes: 1, ...transfer })
}

async function runPolicy(): Promise<string[]> {
  const approved: string[] = []
  for (;;) {
    const { rows } = await database.app.query<{ request_id: string | null }>('SELECT * FROM ledger.approve_by_policy()')
    const id = rows[0]?.request_id
    if (!id) return approved
    approved.push(id)
  }
}

const readStatus = async ({ requestId }: Bought) =>
  (await database.owner.query<{ status: string }>('SELECT status FROM ledger.requests WHERE id = $1', [requestId]))
    .rows[0]?.status

test('a buy that is paid to the last digit is approved, once, with its transfer and on record', async () => {
  const bought = await buy()
  expect(await runPolicy()).toEqual([])
  const transfer = await pay(bought)
  expect(await runPolicy()).toEqual([bought.requestId])
  expect(await readBalance(database, bought.userId)).toEqual([String(coins), '0'])
  const { rows } = await database.owner.query(
    `SELECT r.decided_by, r.received_units = r.usdt_amount * 1000000 AS is_exact, a.transaction_hash, p.worth_usd::text,
            (SELECT count(*)::int FROM audit_events e WHERE e.action = 'request_approved_by_policy' AND e.actor_id IS NULL
                AND e.detail ->> 'requestId' = r.id::text) AS records
       FROM ledger.requests r JOIN ledger.allocations a ON a.request_id = r.id JOIN ledger.automatic_approvals p ON p.request_id = r.id
      WHERE r.id = $1`,
    [bought.requestId],
  )
  expect(rows).toMatchObject([{ decided_by: null, is_exact: true, transaction_hash: transfer.hash, records: 1 }])
  const before = await readTableDigests(database.owner)
  expect(await runPolicy()).toEqual([])
  expect(await readTableDigests(database.owner)).toEqual(before)
  await expect(decide(database, adminId, bought.userId, bought.requestId)).rejects.toMatchObject({
    code: 'already_processed',
  })
})

const doubts: [string, () => Promise<Bought>][] = [
  ['a payment that is a unit too small', async () => paid(await buy(), { by: -1n })],
  ['a payment that is a unit too great', async () => paid(await buy(), { by: 1n })],
  ['a payment from before the amount was quoted', async () => paid(await buy(), { minutes: -10 })],
  ['a payment after its time', async () => paid(await buy(), { minutes: 8 * 24 * 60 })],
  [
    'two exact payments',
    async () => {
      const bought = await paid(await buy())
      return paid(bought)
    },
  ],
  ['another transaction than the one that the buy names', async () => paid(await buy({ transactionHash: makeHash() }))],
  [
    'a transaction that another member names, too',
    async () => {
      const hash = makeHash()
      await buy({ transactionHash: hash })
      return paid(await buy(), { hash })
    },
  ],
  [
    'a sender that another member has registered',
    async () => {
      const [from, other] = [makeSender(), await createMember(database.ownerDb)]
      await database.ownerDb.insertInto('sending_addresses').values({ user_id: other.id, address: from }).execute()
      return paid(await buy(), { from })
    },
  ],
  [
    'a slip that another request has',
    async () => {
      const [bought, other] = [await buy(), await buy()]
      await database.owner.query(
        `UPDATE uploads SET sha256 = (SELECT u.sha256 FROM uploads u WHERE u.user_id = $2) WHERE user_id = $1`,
        [bought.userId, other.userId],
      )
      return paid(bought)
    },
  ],
  [
    'a hash that an approved buy has used',
    async () => {
      const hash = makeHash()
      const first = await buy({ transactionHash: hash })
      await decide(database, adminId, first.userId, first.requestId)
      return paid(await buy({ transactionHash: hash }), { hash })
    },
  ],
  ['a member who was suspended', async () => withMember(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`)],
  ['a member whose withdrawals are stopped', async () => withMember('SELECT ledger.stop_outgoing($1, NULL)')],
  [
    'a member whose account was just changed',
    async () => withMember(`UPDATE profiles SET wallet_address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' WHERE id = $1`),
  ],
  [
    'a buy that has waited too long',
    async () => {
      const bought = await paid(await buy())
      await makeOlder(database, bought.requestId, 8)
      return bought
    },
  ],
  [
    'a token that is not ours',
    async () => {
      await set({ token_contract: 'another token' })
      return paid(await buy())
    },
  ],
  [
    'no chain that is read',
    async () => {
      await set({ token_contract: null })
      return paid(await buy())
    },
  ],
  [
    'a worth above the limit of one buy',
    async () => {
      await set({ automatic_approval_usd: '9.99' })
      return paid(await buy())
    },
  ],
  [
    'a sum above the limit of the day',
    async () => {
      await set({ automatic_approval_day_usd: '9.99' })
      return paid(await buy())
    },
  ],
  [
    'a switch that is off',
    async () => {
      await set({ automatic_approval: 'off' })
      return paid(await buy())
    },
  ],
  [
    'an amount that is not its own',
    async () => {
      await set({ unique_amounts: 'off' })
      return paid(await buy())
    },
  ],
]

const paid = async (bought: Bought, extra: Parameters<typeof pay>[1] = {}) => {
  await pay(bought, extra)
  return bought
}
const withMember = async (change: string) => {
  const bought = await paid(await buy())
  await database.owner.query(change, [bought.userId])
  return bought
}

test.each(doubts)('%s leaves the buy to a person', async (_, prepare) => {
  const bought = await prepare()
  const before = await readTableDigests(database.owner)
  expect(await runPolicy()).toEqual([])
  expect(await readTableDigests(database.owner)).toEqual(before)
  expect(await readStatus(bought)).toBe('pending')
  // What is left here must not be approved for a later test.
  await database.ownerDb.updateTable('profiles').set({ status: 'Suspended' }).where('id', '=', bought.userId).execute()
})

test('what a rule gives to a second administrator, or holds, is left to people', async () => {
  const rules = [`('deposit', 'single', 'second', 9.99, NULL)`, `('deposit', 'by_member_24h', 'hold', 5, 24)`]
  for (const rule of rules) {
    await database.owner.query(
      `INSERT INTO ledger.policies (subject, scope, outcome, over_usd, hold_hours) VALUES ${rule}`,
    )
    const bought = await paid(await buy())
    expect(await runPolicy()).toEqual([])
    await database.owner.query(`DELETE FROM ledger.policies WHERE subject = 'deposit'`)
    expect(await runPolicy()).toEqual([bought.requestId])
  }
})

test('a buy with a first approval of a person is left to people', async () => {
  await database.owner.query(
    `INSERT INTO ledger.policies (subject, scope, outcome, over_usd) VALUES ('deposit', 'single', 'second', 1)`,
  )
  await createAdmin(database.ownerDb)
  const bought = await buy()
  await decide(database, adminId, bought.userId, bought.requestId)
  await database.owner.query(`DELETE FROM ledger.policies WHERE subject = 'deposit'`)
  await pay(bought)
  expect(await runPolicy()).toEqual([])
  await decide(database, adminId, bought.userId, bought.requestId, 'rejected')
})

test('servers that work at once approve each buy once, and never more than the limit of the day', async () => {
  const { rows } = await database.owner.query<{ sum: string }>('SELECT ledger.automatic_worth() AS sum')
  const all = await Promise.all(Array.from({ length: 8 }, async () => paid(await buy())))
  await set({ automatic_approval_day_usd: String(Number(rows[0]?.sum) + 5.5 * price) })
  const runs = await Promise.all(Array.from({ length: 4 }, runPolicy))
  const approved = runs.flat()
  expect(new Set(approved).size).toBe(approved.length)
  expect(approved).toHaveLength(5)
  await set({})
  expect(await runPolicy()).toHaveLength(3)
  expect(await Promise.all(all.map(readStatus))).toEqual(all.map(() => 'approved'))
})

test('of the policy, a person and the member, one ends the buy', async () => {
  for (let round = 0; round < 12; round += 1) {
    const bought = await paid(await buy())
    const { userId, requestId } = bought
    const call = { token: null, userId, requestId } as const
    const [policy, ...others] = await Promise.allSettled([
      runPolicy(),
      ledger.decide(db, {
        ...call,
        actorId: adminId,
        key: randomUUID(),
        status: round % 2 ? 'approved' : 'rejected',
        notes: 'No',
      }),
      ledger.cancel(db, { ...call, key: randomUUID() }),
    ])
    const byPolicy = policy.status === 'fulfilled' ? policy.value.length : -1
    const byOthers = others.filter(({ status }) => status === 'fulfilled').length
    expect(byPolicy + byOthers).toBe(1)
    await expectNoViolations(database)
  }
})

test('after a stop has answered, nothing is approved', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, async () => paid(await buy())))
  const run = runPolicy()
  await set({ automatic_approval: 'off' })
  const { rows } = await database.owner.query<{ count: string }>('SELECT count(*) FROM ledger.automatic_approvals')
  await run
  const after = await database.owner.query<{ count: string }>('SELECT count(*) FROM ledger.automatic_approvals')
  expect(after.rows).toEqual(rows)
  await set({})
  await runPolicy()
  expect(await Promise.all(all.map(readStatus))).toEqual(all.map(() => 'approved'))
})

test('the application reaches nothing of it but the one function [A305]', async () => {
  const bought = await paid(await buy(), { by: -1n })
  const forbidden = [
    `INSERT INTO ledger.automatic_approvals (user_id, request_id, worth_usd, limit_usd, day_limit_usd) VALUES ('${bought.userId}', '${bought.requestId}', 1, 1, 1)`,
    `UPDATE settings SET automatic_approval_usd = 1000000`,
    `SELECT ledger.settle_by_policy(r, 'a:0', 1, s) FROM ledger.requests r, settings s WHERE r.id = '${bought.requestId}'`,
    `SELECT ledger.set_settings(NULL, NULL, 1, '{"automatic_approval": "on"}', NULL)`,
  ]
  for (const statement of forbidden) await expect(database.app.query(statement)).rejects.toThrow('permission denied')
  await database.app.query('SELECT ledger.approve_by_policy($1)', [bought.requestId])
  expect(await readStatus(bought)).toBe('pending')
})
