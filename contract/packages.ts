import * as z from 'zod/mini'
import { decimal, defineOperation, id, moment, nothing } from './operation.ts'
import { adminOnly, anyone } from './roles.ts'
import { packageBody } from './package-body.ts'
import { packageIcons } from './package-icons.ts'

/** A membership package. Coins and prices are decimals in ET and USD. */
export const membershipPackage = z.object({
  id,
  package_name: z.string(),
  /** The coins purchased, without the bonus. */
  min_coin_purchase: decimal,
  coin_price: decimal,
  bonus_percentage: decimal,
  bonus_coins: decimal,
  total_coins: decimal,
  total_price: decimal,
  withdrawal_time: z.string(),
  withdrawal_rules: z.nullable(z.string()),
  icon: z.enum(packageIcons),
  created_at: moment,
})
export type MembershipPackage = z.infer<typeof membershipPackage>

export const listPackages = defineOperation({
  id: 'list_packages',
  summary: 'The packages on offer, cheapest first.',
  method: 'GET',
  path: '/api/packages',
  access: anyone,
  output: z.object({ items: z.array(membershipPackage) }),
})

/** The server counts the members and requests of a package up to this number. Beyond it, screens say "more than". */
export const countedReferencesMax = 10_000

/** A package as administrators see it, with the number of members and requests that refer to it. */
export const managedPackage = z.object({
  ...membershipPackage.shape,
  is_buyable: z.boolean(),
  /** Each change raises it by one. A change names the revision that it is based on. */
  revision: z.number(),
  /**
   * The members who have this package, and the requests to buy it. One above `countedReferencesMax` stands for any
   * higher number.
   */
  member_count: z.number(),
  request_count: z.number(),
})
export type ManagedPackage = z.infer<typeof managedPackage>

export const listManagedPackages = defineOperation({
  id: 'list_managed_packages',
  summary: 'All packages that are not deleted, cheapest first, also those that cannot be bought.',
  method: 'GET',
  path: '/api/packages/managed',
  access: adminOnly,
  output: z.object({ items: z.array(managedPackage) }),
})

export const createPackage = defineOperation({
  id: 'create_package',
  summary: 'Add a package. Members are offered it at once, if it sells whole thousands of coins at a price above zero.',
  method: 'POST',
  path: '/api/packages',
  access: adminOnly,
  isIdempotent: true,
  body: packageBody,
  output: z.object({ package: managedPackage }),
  errors: ['package_name_taken'],
})

export const updatePackage = defineOperation({
  id: 'update_package',
  summary: 'Change a package, unless somebody else has changed it since the revision that is named.',
  method: 'PATCH',
  path: '/api/packages/:packageId',
  access: adminOnly,
  isIdempotent: true,
  params: z.strictObject({ packageId: id }),
  body: z.strictObject({ ...packageBody.shape, revision: z.number().check(z.int()) }),
  output: z.object({ package: managedPackage }),
  errors: ['not_found', 'package_name_taken', 'edited_meanwhile'],
})

export const deletePackage = defineOperation({
  id: 'delete_package',
  summary: 'Delete a package. One that members or requests refer to leaves every list and is kept for history.',
  method: 'DELETE',
  path: '/api/packages/:packageId',
  access: adminOnly,
  isIdempotent: true,
  params: z.strictObject({ packageId: id }),
  output: nothing,
  errors: ['not_found'],
})
