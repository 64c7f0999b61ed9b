import * as contract from '../../../contract/passkeys.ts'
import { route, type Call, type Route } from '../../platform/http/route.ts'
import type { TwoFactorDeps } from '../two-factor/two-factor.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { listPasskeys, removePasskey, renamePasskey, type ChangeDeps } from './passkeys.ts'
import type { PasskeyDeps } from './use-passkey.ts'

/** The routes of one's own passkeys. Those that sign in stand with the other sign-ins. */
export function passkeyRoutes(deps: Omit<ChangeDeps, 'write'> & PasskeyDeps & TwoFactorDeps): Route[] {
  return [
    route(contract.listPasskeys, ({ caller }) => listPasskeys(deps.db, caller.userId)),
    route(contract.startPasskey, (call) => startPasskey({ ...deps, write: call.write }, callerOf(call))),
    route(contract.addPasskey, (call) => addPasskey({ ...deps, write: call.write }, callerOf(call), call.body)),
    route(contract.renamePasskey, async (call) => {
      await renamePasskey(call, callerOf(call), { ...call.params, ...call.body })
      return {}
    }),
    route(contract.removePasskey, async (call) => {
      await removePasskey({ ...deps, write: call.write }, callerOf(call), call.params.passkeyId)
      return {}
    }),
  ]
}

function callerOf({ caller, ipAddress }: Pick<Call<typeof contract.listPasskeys>, 'caller' | 'ipAddress'>) {
  return { ...caller, ipAddress }
}
