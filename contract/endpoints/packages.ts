import type { Endpoint } from '../endpoint.ts'
import { adminOnly, anyone, everyDuty, ownerOnly } from '../roles.ts'

/** The server counts the members and requests of a package up to this number. Beyond it, screens say "more than". */
export const countedReferencesMax = 10_000

export const listPackages = {
  id: 'list_packages',
  method: 'GET',
  path: '/api/packages',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const listManagedPackages = {
  id: 'list_managed_packages',
  method: 'GET',
  path: '/api/packages/managed',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const createPackage = {
  id: 'create_package',
  method: 'POST',
  path: '/api/packages',
  access: adminOnly,
  duties: ownerOnly,
  isIdempotent: true,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const updatePackage = {
  id: 'update_package',
  method: 'PATCH',
  path: '/api/packages/:packageId',
  access: adminOnly,
  duties: ownerOnly,
  isIdempotent: true,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint

export const deletePackage = {
  id: 'delete_package',
  method: 'DELETE',
  path: '/api/packages/:packageId',
  access: adminOnly,
  duties: ownerOnly,
  isIdempotent: true,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
