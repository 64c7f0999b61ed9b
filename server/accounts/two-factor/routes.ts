import * as contract from '../../../contract/two-factor.ts'
import { resetTwoFactor as resetTwoFactorOperation } from '../../../contract/users.ts'
import { route, type Call, type Route } from '../../platform/http/route.ts'
import { resetTwoFactor, type ResetDeps } from './reset.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  type SetUpDeps,
} from './set-up.ts'

export function twoFactorRoutes(deps: SetUpDeps & Omit<ResetDeps, 'write'>): Route[] {
  return [
    route(contract.getTwoFactor, (call) => readTwoFactor(deps, callerOf(call))),
    route(contract.startTwoFactor, (call) => startTwoFactor({ ...deps, write: call.write }, callerOf(call))),
    route(contract.enableTwoFactor, (call) =>
      enableTwoFactor({ ...deps, write: call.write }, callerOf(call), call.body.code),
    ),
    route(contract.disableTwoFactor, async (call) => {
      await disableTwoFactor({ ...deps, write: call.write }, callerOf(call), call.body.code)
      return {}
    }),
    route(contract.renewRecoveryCodes, (call) => {
      const { write, requireProof } = call
      return renewRecoveryCodes({ ...deps, write, requireProof }, callerOf(call), call.body.code)
    }),
    route(resetTwoFactorOperation, async ({ caller, ipAddress, params, body, write }) => {
      await resetTwoFactor({ ...deps, write }, { ...params, ...body, caller, ipAddress })
      return {}
    }),
  ]
}

function callerOf({ caller, ipAddress }: Pick<Call<typeof contract.getTwoFactor>, 'caller' | 'ipAddress'>) {
  return { ...caller, ipAddress }
}
