import * as contract from '../../../contract/packages.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { createPackage, deletePackage, listManagedPackages, updatePackage } from './manage-packages.ts'
import { listPackages } from './packages.ts'

export function packageRoutes({ db, events, mailOwner }: { db: Db; events: Events; mailOwner: MailOwner }): Route[] {
  return [
    route(contract.listPackages, async () => ({ items: await listPackages(db) })),
    route(contract.listManagedPackages, async () => ({ items: await listManagedPackages(db) })),
    route(contract.createPackage, ({ caller: { userId: actorId, token }, ipAddress, body, write }) =>
      createPackage({ events, mailOwner, write }, { actorId, token, ipAddress }, body),
    ),
    route(contract.updatePackage, ({ caller: { userId: actorId, token }, ipAddress, params, body, write }) =>
      updatePackage({ events, mailOwner, write }, { actorId, token, ipAddress }, { id: params.packageId, ...body }),
    ),
    route(contract.deletePackage, ({ caller: { userId: actorId, token }, ipAddress, params, write }) =>
      deletePackage({ events, mailOwner, write }, { actorId, token, ipAddress }, params.packageId),
    ),
  ]
}
