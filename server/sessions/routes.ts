import * as contract from '../../contract/sessions.ts'
import { route, type Route } from '../http/route.ts'
import { endSession, listSessions, signOutElsewhere, type SessionDeps } from './sessions.ts'

export function sessionRoutes(deps: SessionDeps): Route[] {
  return [
    route(contract.listSessions, ({ caller }) => listSessions(deps, caller)),
    route(contract.endSession, async ({ caller, ipAddress, params }) => {
      await endSession(deps, { ...caller, ipAddress }, params.sessionId)
      return {}
    }),
    route(contract.signOutElsewhere, ({ caller, ipAddress }) => signOutElsewhere(deps, { ...caller, ipAddress })),
  ]
}
