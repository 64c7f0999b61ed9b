import * as contract from '../../../contract/holds.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readOutgoingState } from './outgoing-state.ts'
import { liftStop, reportNotMe, type StopDeps } from './stop.ts'

export function holdRoutes(deps: StopDeps): Route[] {
  return [
    route(contract.getOutgoingState, ({ caller }) => readOutgoingState(deps.db, caller.userId)),
    route(contract.reportNotMe, async ({ body, ipAddress }) => {
      await reportNotMe(deps, { ...body, ipAddress })
      return {}
    }),
    route(contract.liftStop, async ({ caller, ipAddress, params, body, write }) => {
      await liftStop({ ...deps, write }, { ...params, ...body, caller, ipAddress })
      return {}
    }),
  ]
}
