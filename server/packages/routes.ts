import { listPackages as listPackagesOperation } from '../../contract/packages.ts'
import type { Db } from '../db/client.ts'
import { route, type Route } from '../http/route.ts'
import { listPackages } from './packages.ts'

export function packageRoutes({ db }: { db: Db }): Route[] {
  return [route(listPackagesOperation, async () => ({ items: await listPackages(db) }))]
}
