import * as contract from '../../../contract/account-closure.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { askClosure, beginClosure, dropClosure, type ClosureDeps } from './closure.ts'
import { readClosure } from './read-closure.ts'

export function closureRoutes(deps: ClosureDeps): Route[] {
  return [
    route(contract.getAccountClosure, ({ caller }) => readClosure(deps.db, caller.userId)),
    route(contract.askAccountClosure, ({ caller, ipAddress, body, write }) =>
      askClosure({ ...deps, write }, { caller, ipAddress, memberId: body.member_id }),
    ),
    route(contract.keepAccount, async ({ caller, ipAddress, write }) => {
      await dropClosure({ ...deps, write }, { caller, ipAddress, userId: caller.userId, reason: null })
      return readClosure(deps.db, caller.userId)
    }),
    route(contract.beginClosure, async ({ caller, ipAddress, params, body, write }) => {
      await beginClosure({ ...deps, write }, { ...params, ...body, caller, ipAddress })
      return {}
    }),
    route(contract.callOffClosure, async ({ caller, ipAddress, params, body, write }) => {
      await dropClosure({ ...deps, write }, { ...params, ...body, caller, ipAddress })
      return {}
    }),
  ]
}
