import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPackages as operation } from '../../../contract/packages.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { seed } from '../../platform/db/seed.ts'
import { listPackages } from './packages.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  // Several servers that start together.
  await Promise.all([seed(database.appDb), seed(database.appDb), seed(database.appDb)])
})
afterAll(() => database.drop())

test('a new installation offers four packages, cheapest first, with their figures [CALL-27, ENT-12, ENT-14, ENT-15, ENT-16]', async () => {
  const packages = await listPackages(database.appDb)
  const rows = packages.map((p) => [
    p.package_name,
    p.icon,
    p.min_coin_purchase,
    p.coin_price,
    p.bonus_percentage,
    p.bonus_coins,
    p.total_coins,
    p.total_price,
    p.withdrawal_time,
  ])
  expect(rows).toEqual([
    ['Shield', 'Shield', '10000', '0.01', '5', '500', '10500', '100', '48 hours'],
    ['Gold', 'Crown', '25000', '0.01', '10', '2500', '27500', '250', '24 hours'],
    ['Diamond', 'Gem', '50000', '0.01', '15', '7500', '57500', '500', '12 hours'],
    ['Platinum', 'Star', '100000', '0.01', '20', '20000', '120000', '1000', '6 hours'],
  ])
  // Parsing checks that every field of the contract is there.
  expect(operation.output.parse({ items: packages })).toEqual({ items: packages })
})

test('existing packages stay unchanged', async () => {
  await database.owner.query(`update packages set package_name = 'Bronze' where package_name = 'Shield'`)
  await seed(database.appDb)
  expect((await listPackages(database.appDb)).map((p) => p.package_name)).toEqual([
    'Bronze',
    'Gold',
    'Diamond',
    'Platinum',
  ])
})

test('a deleted package, or one that cannot be bought, is not offered', async () => {
  const add = (name: string, coins: number, price: number) =>
    database.owner.query(
      `insert into packages (package_name, min_coin_purchase, coin_price, withdrawal_time) values ($1, $2, $3, 'a day')`,
      [name, coins, price],
    )
  await add('Odd', 1500, 0.01)
  await add('Free', 1000, 0)
  await add('Gone', 1000, 0.01)
  await database.owner.query(`update packages set deleted_at = now() where package_name = 'Gone'`)
  await database.owner.query(
    `insert into packages (package_name, min_coin_purchase, withdrawal_time) values ('Default', 1000, 'a day')`,
  )
  const names = (await listPackages(database.appDb)).map((p) => p.package_name)
  expect(names).toEqual(['Default', 'Bronze', 'Gold', 'Diamond', 'Platinum'])
})

test('two packages cannot share a name, in any case [ENT-13]', async () => {
  const again = database.owner.query(`insert into packages (package_name, withdrawal_time) values ('gold', 'a day')`)
  await expect(again).rejects.toMatchObject({ constraint: 'package_name_taken' })
})
