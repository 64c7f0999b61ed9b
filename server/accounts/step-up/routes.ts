import { stepUp } from '../../../contract/two-factor.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { issueProof, type StepUpDeps } from './step-up.ts'

export function stepUpRoutes(deps: StepUpDeps): Route[] {
  return [
    route(stepUp, ({ caller, ipAddress, body, write }) =>
      issueProof({ ...deps, write }, { ...caller, ipAddress }, body),
    ),
  ]
}
