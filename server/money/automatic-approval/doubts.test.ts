import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { decide, expectNoViolations, makeOlder } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { PolicyBuys, type Bought } from '../../../tests/helpers/policy-buys.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { makeHash, makeSender } from '../../../tests/helpers/transfers.ts'

let database: TestDatabase
let buys: PolicyBuys
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  buys = new PolicyBuys(database)
  adminId = (await createAdmin(database.ownerDb)).id
})
beforeEach(() => buys.begin())
afterAll(async () => {
  await expectNoViolations(database)
  await database.drop()
})

const doubts: [string, () => Promise<Bought>][] = [
  ['a payment that is a unit too small', async () => buys.buyPaid({ by: -1n })],
  ['a payment that is a unit too great', async () => buys.buyPaid({ by: 1n })],
  ['a payment from before the amount was quoted', async () => buys.buyPaid({ minutes: -10 })],
  ['a payment after its time', async () => buys.buyPaid({ minutes: 8 * 24 * 60 })],
  [
    'two exact payments',
    async () => {
      const bought = await buys.buyPaid()
      await buys.pay(bought)
      return bought
    },
  ],
  ['another transaction than the one that the buy names', async () => buys.buyPaid({}, makeHash())],
  [
    'a transaction that another member names, too',
    async () => {
      const hash = makeHash()
      await buys.buy(hash)
      return buys.buyPaid({ hash })
    },
  ],
  [
    'a sender that another member has registered',
    async () => {
      const [from, other] = [makeSender(), await createMember(database.ownerDb)]
      await database.ownerDb.insertInto('sending_addresses').values({ user_id: other.id, address: from }).execute()
      return buys.buyPaid({ from })
    },
  ],
  [
    'a slip that another request has',
    async () => {
      const [bought, other] = [await buys.buy(), await buys.buy()]
      await database.owner.query(
        `UPDATE uploads SET sha256 = (SELECT u.sha256 FROM uploads u WHERE u.user_id = $2) WHERE user_id = $1`,
        [bought.userId, other.userId],
      )
      await buys.pay(bought)
      return bought
    },
  ],
  [
    'a hash that an approved buy has used',
    async () => {
      const hash = makeHash()
      const first = await buys.buy(hash)
      await decide(database, adminId, first.userId, first.requestId)
      return buys.buyPaid({ hash }, hash)
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
      const bought = await buys.buyPaid()
      await makeOlder(database, bought.requestId, 8)
      return bought
    },
  ],
  [
    'a token that is not ours',
    async () => {
      await buys.set({ token_contract: 'another token' })
      return buys.buyPaid()
    },
  ],
  [
    'no chain that is read',
    async () => {
      await buys.set({ token_contract: null })
      return buys.buyPaid()
    },
  ],
  [
    'a worth above the limit of one buy',
    async () => {
      await buys.set({ automatic_approval_usd: '9.99' })
      return buys.buyPaid()
    },
  ],
  [
    'a sum above the limit of the day',
    async () => {
      await buys.set({ automatic_approval_day_usd: '9.99' })
      return buys.buyPaid()
    },
  ],
  [
    'a switch that is off',
    async () => {
      await buys.set({ automatic_approval: 'off' })
      return buys.buyPaid()
    },
  ],
  [
    'an amount that is not its own',
    async () => {
      await buys.set({ unique_amounts: 'off' })
      return buys.buyPaid()
    },
  ],
]

const withMember = async (change: string) => {
  const bought = await buys.buyPaid()
  await database.owner.query(change, [bought.userId])
  return bought
}

test.each(doubts)('%s leaves the buy to a person', async (_, prepare) => {
  const bought = await prepare()
  const before = await readTableDigests(database.owner)
  expect(await buys.run()).toEqual([])
  expect(await readTableDigests(database.owner)).toEqual(before)
  expect(await buys.readStatus(bought)).toBe('pending')
  // A buy that is left here must not be approved for a later test.
  await database.ownerDb.updateTable('profiles').set({ status: 'Suspended' }).where('id', '=', bought.userId).execute()
})
