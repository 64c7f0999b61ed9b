import * as z from 'zod/mini'
import * as endpoints from './endpoints/packages.ts'
import { decimal, defineOperation, id, moment, emptyObject } from './operation.ts'
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

export const listPackages = defineOperation(endpoints.listPackages, {
  summary: 'The packages on offer, cheapest first.',
  output: z.object({ items: z.array(membershipPackage) }),
})

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

export const listManagedPackages = defineOperation(endpoints.listManagedPackages, {
  summary: 'All packages that are not deleted, cheapest first, also those that cannot be bought.',
  output: z.object({ items: z.array(managedPackage) }),
})

/** The package as it is now; absent if the change waits for a second owner. */
const savedPackage = z.object({ package: z.optional(managedPackage), is_proposed: z.optional(z.boolean()) })

export const createPackage = defineOperation(endpoints.createPackage, {
  summary:
    'Add a package. It is offered to members at once, if it sells whole thousands of coins at a price above zero.',
  body: packageBody,
  output: savedPackage,
  errors: ['package_name_taken', 'step_up_required', 'approval_given_already', 'proposals_full'],
})

export const updatePackage = defineOperation(endpoints.updatePackage, {
  summary: 'Change a package, unless another administrator has changed it since the named revision.',
  params: z.strictObject({ packageId: id }),
  body: z.strictObject({ ...packageBody.shape, revision: z.number().check(z.int()) }),
  output: savedPackage,
  errors: [
    'not_found',
    'package_name_taken',
    'edited_meanwhile',
    'step_up_required',
    'approval_given_already',
    'proposals_full',
  ],
})

export const deletePackage = defineOperation(endpoints.deletePackage, {
  summary: 'Delete a package. A package that members or requests refer to leaves every list, and is kept for history.',
  params: z.strictObject({ packageId: id }),
  output: emptyObject,
  errors: ['not_found', 'step_up_required'],
})
