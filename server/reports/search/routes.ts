import * as contract from '../../../contract/search.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { searchEverything, type SearchDeps } from './search-everything.ts'

export function searchRoutes(deps: SearchDeps): Route[] {
  return [route(contract.searchEverything, ({ query }) => searchEverything(deps, query.q))]
}
