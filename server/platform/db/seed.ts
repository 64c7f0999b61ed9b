import { sql } from 'kysely'
import type { Db } from './client.ts'
import { inTransaction } from './transaction.ts'

const withdrawalRules = 'In multiples of 1,000 ET, to the wallet address of your profile.'

const packages = [
  { package_name: 'Shield', coins: '10000', price: '0.01', bonus: '5', withdrawal_time: '48 hours', icon: 'Shield' },
  { package_name: 'Gold', coins: '25000', price: '0.01', bonus: '10', withdrawal_time: '24 hours', icon: 'Crown' },
  { package_name: 'Diamond', coins: '50000', price: '0.01', bonus: '15', withdrawal_time: '12 hours', icon: 'Gem' },
  { package_name: 'Platinum', coins: '100000', price: '0.01', bonus: '20', withdrawal_time: '6 hours', icon: 'Star' },
] as const

/** Adds four packages to an installation that has none. The operator may change them. */
export async function seed(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Two servers may start at the same moment.
    await sql`lock table packages in share row exclusive mode`.execute(tx)
    const existing = await tx.selectFrom('packages').select('id').limit(1).executeTakeFirst()
    if (existing) return
    await tx
      .insertInto('packages')
      .values(
        packages.map(({ coins, price, bonus, ...rest }) => ({
          ...rest,
          min_coin_purchase: coins,
          coin_price: price,
          bonus_percentage: bonus,
          withdrawal_rules: withdrawalRules,
        })),
      )
      .execute()
  })
}
