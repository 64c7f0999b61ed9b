import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceRanges } from '../../../contract/endpoints/dashboards.ts'
import { historyDays } from '../../../contract/dashboards.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { rollUp } from '../../money/ledger/ledger.ts'
import { readPlatformTotals } from '../../money/ledger/totals.ts'
import { readPlatformHistory } from './platform-history.ts'

let database: TestDatabase
let admin: { id: string }

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await createAdmin(database.ownerDb)
})
afterAll(() => database.drop())

const day = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)

test('has every day of the range, today last, with zeros on days without events', async () => {
  for (const range of balanceRanges) {
    const { days } = await readPlatformHistory(database.appDb, range)
    expect(days.map((one) => one.day)).toEqual(
      Array.from({ length: historyDays[range] }, (_, index) => dayBefore(historyDays[range] - 1 - index)),
    )
    expect(days[0]).toMatchObject({
      purchases_coins: '0',
      purchases_usd: '0',
      withdrawals_coins: '0',
      new_members: 0,
      members: 0,
    })
  }
})

test('counts purchases, withdrawals and new members, equally before and after a roll-up', async () => {
  const [member, friend] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
  const pack = await createPackage(database, { coins: 7000, bonusPercentage: '10' })
  await decide(database, admin.id, member.id, await submitPackage(database, member.id, pack))
  await decide(database, admin.id, friend.id, await submitPackage(database, friend.id, pack), 'rejected')
  await decide(database, admin.id, member.id, await submit(database, member.id, 'withdrawal', 2000))
  // Gifts, transfers and pending requests are neither purchases nor withdrawals.
  await giveCoins(database.ownerDb, admin.id, friend.id, 5000)
  const gift = await submit(database, member.id, 'transfer', 1000, { recipientMemberId: friend.memberId })
  await decide(database, admin.id, member.id, gift)
  await submit(database, member.id, 'withdrawal', 1000)

  const expected = {
    day: dayBefore(0),
    purchases_coins: '7000',
    purchases_usd: '70',
    withdrawals_coins: '2000',
    new_members: 2,
    members: 2,
  }
  const readToday = async () => (await readPlatformHistory(database.appDb, '30d')).days.at(-1)
  expect(await readToday()).toEqual(expected)
  await rollUp(database.appDb)
  expect(await readToday()).toEqual(expected)
  expect((await readPlatformTotals(database.appDb)).memberCount).toBe(expected.members)
})

test('places events on their days, and counts members who joined before the range', async () => {
  await database.owner.query(
    `insert into ledger.daily (day, type, count, coins_in, coins_out, value_usd)
     values ($1, 'BUY', 3, 9000, 0, 90), ($2, 'WITHDRAWAL', 1, 0, 1000, 10), ($1, 'BONUS', 3, 900, 0, 9)`,
    [dayBefore(40), dayBefore(2)],
  )
  await database.owner.query(`insert into ledger.daily_members (day, count) values ('2020-01-01', 10), ($1, 5)`, [
    dayBefore(40),
  ])
  const month = await readPlatformHistory(database.appDb, '30d')
  const quarter = await readPlatformHistory(database.appDb, '90d')
  const of = ({ days }: typeof month, ago: number) => days.find((one) => one.day === dayBefore(ago))
  expect(of(month, 2)).toMatchObject({ withdrawals_coins: '1000', new_members: 0, members: 15 })
  expect(of(quarter, 40)).toMatchObject({ purchases_coins: '9000', purchases_usd: '90', new_members: 5, members: 15 })
  expect(of(quarter, 41)).toMatchObject({ purchases_coins: '0', members: 10 })
  expect(of(month, 0)).toEqual({ ...of(quarter, 0), members: 17 })
})
