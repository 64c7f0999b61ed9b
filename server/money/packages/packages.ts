import type { MembershipPackage } from '../../../contract/packages.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'

/** The columns that the API returns. */
export const packageColumns = [
  'id',
  'package_name',
  'min_coin_purchase',
  'coin_price',
  'bonus_percentage',
  'bonus_coins',
  'total_coins',
  'total_price',
  'withdrawal_time',
  'withdrawal_rules',
  'icon',
  'created_at',
] as const

/** Lists the packages that visitors and members can choose from, cheapest first. */
export async function listPackages(db: Db): Promise<MembershipPackage[]> {
  return db
    .selectFrom('packages')
    .modifyFront(hot('buyable_packages'))
    .select(packageColumns)
    .where('is_buyable', '=', true)
    .orderBy('total_price')
    .orderBy('id')
    .execute()
}

/** Reads one package as it is now, on offer or not. */
export async function readPackage(db: Db, id: string): Promise<MembershipPackage | undefined> {
  return db.selectFrom('packages').select(packageColumns).where('id', '=', id).executeTakeFirst()
}
