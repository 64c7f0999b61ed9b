import * as contract from '../../contract/two-factor.ts'
import { route, type Call, type Route } from '../http/route.ts'
import { disable, enable, readTwoFactor, renewRecoveryCodes, startSetUp, type SetUpDeps } from './set-up.ts'

export function twoFactorRoutes(deps: SetUpDeps): Route[] {
  return [
    route(contract.getTwoFactor, (call) => readTwoFactor(deps, callerOf(call))),
    route(contract.startTwoFactor, (call) => startSetUp(deps, callerOf(call))),
    route(contract.enableTwoFactor, (call) => enable(deps, callerOf(call), call.body.code)),
    route(contract.disableTwoFactor, async (call) => {
      await disable(deps, callerOf(call), call.body.code)
      return {}
    }),
    route(contract.renewRecoveryCodes, (call) => renewRecoveryCodes(deps, callerOf(call), call.body.code)),
  ]
}

function callerOf({ caller, ipAddress }: Pick<Call<typeof contract.getTwoFactor>, 'caller' | 'ipAddress'>) {
  return { ...caller, ipAddress }
}
