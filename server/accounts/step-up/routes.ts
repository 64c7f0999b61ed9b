import { startPasskeyProof, stepUp } from '../../../contract/two-factor.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { issueProof, startPasskeyProof as createPasskeyProof, type StepUpDeps } from './step-up.ts'

export function stepUpRoutes(deps: StepUpDeps): Route[] {
  return [
    route(startPasskeyProof, ({ caller, ipAddress, body, write }) =>
      createPasskeyProof({ ...deps, write }, { ...caller, ipAddress }, body.call),
    ),
    route(stepUp, ({ caller, ipAddress, body, write }) =>
      issueProof({ ...deps, write }, { ...caller, ipAddress }, body),
    ),
  ]
}
