import * as everybodys from '../../../contract/admin-request-list.ts'
import { adjustBalance as adjustBalanceOperation, getAdjustment } from '../../../contract/adjustments.ts'
import { exportRequests as exportRequestsOperation } from '../../../contract/exports.ts'
import { listRecentRecipients as listRecentRecipientsOperation } from '../../../contract/recent-recipients.ts'
import { listOwnWaits as listOwnWaitsOperation } from '../../../contract/decision-times.ts'
import { getRequestCounts, getRequestOrigins, getRequestReview } from '../../../contract/request-review.ts'
import * as desk from '../../../contract/desk.ts'
import { listQueue as listQueueOperation } from '../../../contract/queue.ts'
import * as digest from '../../../contract/request-digest.ts'
import * as contract from '../../../contract/requests.ts'
import * as slips from '../../../contract/slip-requests.ts'
import { previewReversal, reverseRequest } from '../../../contract/reversals.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { adjustBalance, readAdjustment } from './adjustments.ts'
import { quoteBuy } from './buy-quote.ts'
import { createAdminRequests } from './admin-requests.ts'
import { assignRequests, listAssignees } from './desk/assign.ts'
import { lookAtRequest } from './desk/look.ts'
import { readNextRequest } from './desk/next-request.ts'
import { exportRequests } from './export.ts'
import { buy } from './kinds/buy.ts'
import { transfer } from './kinds/transfer.ts'
import { withdrawal } from './kinds/withdrawal.ts'
import { listActivity, readRequestAs } from './lists.ts'
import { listOwnWaits } from './own-waits.ts'
import { listQueue } from './queue.ts'
import { readOrigins } from './origins.ts'
import { listRecentRecipients } from './recent-recipients.ts'
import * as requests from './requests.ts'
import { readCounts } from './request-counts.ts'
import { readDigest, saveDigest } from './request-digest.ts'
import { readReview } from './review.ts'
import { askForSlip, replaceSlip } from './slip-requests.ts'
import { readReversalPreview, reverseRequestOf } from './reversals.ts'

export function requestRoutes(deps: requests.RequestDeps): Route[] {
  return [
    ...memberRoutes(deps),
    ...adminRoutes(deps),
    ...deskRoutes(deps),
    ...reversalRoutes(deps),
    ...adminListRoutes(deps),
    readRoute(deps),
  ]
}

function memberRoutes(deps: requests.RequestDeps): Route[] {
  return [
    route(contract.submitBuyRequest, ({ caller: { userId, token }, ipAddress, userAgent, key, body }) =>
      requests.submitBuy(deps, {
        userId,
        token,
        ipAddress,
        userAgent,
        key,
        ...buy.toInput(body),
      }),
    ),
    route(contract.getBuyQuote, ({ caller: { userId, token }, query }) =>
      quoteBuy(deps, { userId, token, coins: query.amount_coins, packageId: query.package_id }),
    ),
    route(
      contract.submitWithdrawalRequest,
      ({ caller: { userId, token, payoutTarget }, ipAddress, userAgent, key, body }) =>
        requests.submitWithdrawal(
          deps,
          {
            userId,
            token,
            ipAddress,
            userAgent,
            key,
            ...withdrawal.toInput(body),
          },
          payoutTarget,
        ),
    ),
    route(contract.submitTransferRequest, ({ caller: { userId, token }, ipAddress, userAgent, key, body }) =>
      requests.submitTransfer(deps, {
        userId,
        token,
        ipAddress,
        userAgent,
        key,
        ...transfer.toInput(body),
      }),
    ),
    route(listRecentRecipientsOperation, ({ caller }) => listRecentRecipients(deps.db, caller.userId)),
    route(contract.cancelRequest, ({ caller: { userId, token }, ipAddress, userAgent, key, params: { requestId } }) =>
      requests.cancelRequest(deps, { userId, token, ipAddress, userAgent, key, requestId }),
    ),
    route(slips.replaceSlip, ({ caller: { userId, token }, params, body, write }) =>
      replaceSlip({ ...deps, write }, { userId, token }, { ...params, ...body }),
    ),
    route(listOwnWaitsOperation, ({ caller }) => listOwnWaits(deps.db, caller.userId)),
    route(contract.listRequests, ({ caller, query }) => listActivity(deps.db, caller.userId, query)),
    route(exportRequestsOperation, ({ caller, query, reply }) =>
      sendCsv(reply, exportRequests(deps.db, caller.userId, query)),
    ),
  ]
}

function adminRoutes(deps: requests.RequestDeps): Route[] {
  return [
    route(contract.decideRequest, ({ caller, key, ipAddress, userAgent, params, body, write, requireProof }) =>
      requests.decideRequest(
        { ...deps, write },
        {
          ...params,
          actorId: caller.userId,
          token: caller.token,
          ipAddress,
          userAgent,
          key,
          status: body.status,
          notes: body.admin_notes,
          reuseReason: body.reuse_reason,
          acknowledged: body.acknowledged ?? [],
          transfers: body.transfers,
          isPart: body.credit === 'part',
          slipRevision: body.slip_revision,
        },
        requireProof,
      ),
    ),
    route(slips.askForSlip, ({ caller, ipAddress, params, body, write }) =>
      askForSlip(
        { ...deps, write },
        { token: caller.token, ipAddress },
        { ...params, reason: body.reason, revision: body.slip_revision },
      ),
    ),
    route(
      adjustBalanceOperation,
      ({ caller, key, ipAddress, userAgent, params: { userId }, body, write, requireProof }) =>
        adjustBalance(
          { ...deps, write },
          {
            ipAddress,
            userAgent,
            actorId: caller.userId,
            token: caller.token,
            key,
            userId,
            coins: String(body.coins),
            reason: body.reason,
            reversesId: body.reverses_id,
          },
          requireProof,
        ),
    ),
    route(getAdjustment, ({ params }) => readAdjustment(deps.db, params.userId, params.transactionId)),
    route(listQueueOperation, ({ caller, params, query }) => listQueue(deps.db, caller.userId, params.kind, query)),
    route(getRequestReview, ({ caller, params }) => readReview(deps, { ...params, readerId: caller.userId })),
    route(getRequestOrigins, ({ params }) => readOrigins(deps.db, params.userId, params.requestId)),
    route(getRequestCounts, () => readCounts(deps.db)),
    route(digest.getRequestDigest, ({ caller }) => readDigest(deps.db, caller.userId)),
    route(digest.saveRequestDigest, ({ caller, body, write }) => saveDigest(write, caller.userId, body)),
  ]
}

function deskRoutes({ db, events }: requests.RequestDeps): Route[] {
  return [
    route(desk.lookAtRequest, ({ caller, params, body, write }) =>
      lookAtRequest({ db, events, write }, { ...params, readerId: caller.userId }, body.is_open),
    ),
    route(desk.assignRequests, ({ body, write }) => assignRequests({ events, write }, body)),
    route(desk.listAssignees, () => listAssignees(db)),
    route(desk.getNextRequest, ({ caller, query }) => readNextRequest(db, caller.userId, query.after)),
  ]
}

function reversalRoutes(deps: requests.RequestDeps): Route[] {
  return [
    route(previewReversal, ({ caller, params }) =>
      readReversalPreview(deps.db, { ...params, readerId: caller.userId }),
    ),
    route(reverseRequest, ({ caller, key, ipAddress, userAgent, params, body, write, requireProof }) =>
      reverseRequestOf(
        { ...deps, write },
        {
          ...params,
          actorId: caller.userId,
          token: caller.token,
          ipAddress,
          userAgent,
          key,
          reason: body.reason,
          debtMax: body.debt_coins,
        },
        requireProof,
      ),
    ),
  ]
}

function adminListRoutes({ db }: requests.RequestDeps): Route[] {
  const all = createAdminRequests(db)
  return [
    route(everybodys.listAllRequests, ({ query }) => all.list(query)),
    route(everybodys.getAllRequestTotals, ({ query }) => all.readTotals(query)),
    route(everybodys.exportAllRequests, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, all.export(query, { actorId: caller.userId, ipAddress })),
    ),
  ]
}

function readRoute({ db }: requests.RequestDeps): Route {
  return route(contract.getRequest, ({ caller, params }) => readRequestAs(db, caller, params))
}
