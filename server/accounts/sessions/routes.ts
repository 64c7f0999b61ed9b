import * as contract from '../../../contract/sessions.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { endSession, listSessions, signOutElsewhere } from './sessions.ts'

export function sessionRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  return [
    route(contract.listSessions, ({ caller }) => listSessions(db, caller)),
    route(contract.endSession, async ({ caller, ipAddress, params, write }) => {
      await endSession({ events, write }, { ...caller, ipAddress }, params.sessionId)
      return {}
    }),
    route(contract.signOutElsewhere, ({ caller, ipAddress, write }) =>
      signOutElsewhere({ events, write }, { ...caller, ipAddress }),
    ),
  ]
}
