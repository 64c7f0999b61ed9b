import * as contract from '../../../contract/policies.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { changePolicy, listPolicies, type PolicyDeps } from './policies.ts'

export function policyRoutes(deps: PolicyDeps): Route[] {
  return [
    route(contract.listPolicies, () => listPolicies(deps.db)),
    route(contract.changePolicy, ({ caller: { userId: actorId, token }, ipAddress, body, write }) =>
      changePolicy({ ...deps, write }, { actorId, token, ipAddress }, body),
    ),
  ]
}
