import * as contract from '../../../contract/packages.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { createPackage, deletePackage, listManagedPackages, updatePackage } from './manage-packages.ts'
import { listPackages } from './packages.ts'

export function packageRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  return [
    route(contract.listPackages, async () => ({ items: await listPackages(db) })),
    route(contract.listManagedPackages, async () => ({ items: await listManagedPackages(db) })),
    route(contract.createPackage, ({ caller: { userId: actorId }, ipAddress, body, write }) =>
      createPackage({ events, write }, { actorId, ipAddress }, body),
    ),
    route(contract.updatePackage, ({ caller: { userId: actorId }, ipAddress, params, body, write }) =>
      updatePackage({ events, write }, { actorId, ipAddress }, { id: params.packageId, ...body }),
    ),
    route(contract.deletePackage, ({ caller: { userId: actorId }, ipAddress, params, write }) =>
      deletePackage({ events, write }, { actorId, ipAddress }, params.packageId),
    ),
  ]
}
