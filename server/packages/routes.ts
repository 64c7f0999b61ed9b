import * as contract from '../../contract/packages.ts'
import { route, type Route } from '../http/route.ts'
import { createPackage, deletePackage, listManagedPackages, updatePackage, type ManageDeps } from './manage-packages.ts'
import { listPackages } from './packages.ts'

export function packageRoutes({ db, events }: ManageDeps): Route[] {
  const deps = { db, events }
  return [
    route(contract.listPackages, async () => ({ items: await listPackages(db) })),
    route(contract.listManagedPackages, async () => ({ items: await listManagedPackages(db) })),
    route(contract.createPackage, async ({ caller: { userId: actorId }, ipAddress, body }) => ({
      package: await createPackage(deps, { actorId, ipAddress }, body),
    })),
    route(contract.updatePackage, async ({ caller: { userId: actorId }, ipAddress, params, body }) => ({
      package: await updatePackage(deps, { actorId, ipAddress }, { id: params.packageId, ...body }),
    })),
    route(contract.deletePackage, async ({ caller: { userId: actorId }, ipAddress, params }) => {
      await deletePackage(deps, { actorId, ipAddress }, params.packageId)
      return {}
    }),
  ]
}
