import * as contract from '../../../contract/proposed-changes.ts'
import { countSecondApprovals, listWaitingRequests } from '../../../contract/second-approvals.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readChangeOutlook } from './change-outlook.ts'
import { decideChange, type DecideChangeDeps } from './decide-change.ts'
import { listProposedChanges } from './proposed-changes.ts'
import * as waiting from './waiting-requests.ts'

export function proposedChangeRoutes(deps: DecideChangeDeps): Route[] {
  const { db } = deps
  return [
    route(contract.listProposedChanges, ({ caller }) => listProposedChanges(db, caller.userId)),
    route(contract.getChangeOutlook, ({ caller, query }) => readChangeOutlook(db, caller.userId, query)),
    route(listWaitingRequests, ({ caller }) => waiting.listWaitingRequests(db, caller.userId)),
    route(countSecondApprovals, ({ caller }) => waiting.countSecondApprovals(db, caller.userId)),
    route(contract.decideChange, ({ caller: { userId: actorId, token }, ipAddress, userAgent, params, body, write }) =>
      decideChange({ ...deps, write }, { actorId, token, ipAddress, userAgent, id: params.changeId, ...body }),
    ),
  ]
}
