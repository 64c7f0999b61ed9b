import * as contract from '../../../contract/search.ts'
import type { Db } from '../../platform/db/client.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { searchEverything } from './search-everything.ts'

export function searchRoutes({ db }: { db: Db }): Route[] {
  return [route(contract.searchEverything, ({ query }) => searchEverything(db, query.q))]
}
