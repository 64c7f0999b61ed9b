import {
  listChainTransfers as listOperation,
  refundTransfer as refundOperation,
} from '../../../contract/chain-transfers.ts'
import { getOwnPayment } from '../../../contract/own-payment.ts'
import * as contract from '../../../contract/sending-addresses.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { Installation } from '../settings/settings.ts'
import { listChainTransfers } from './chain-transfers.ts'
import { readOwnPayment } from './own-payment.ts'
import { refundTransfer } from './refunds.ts'
import { addSendingAddress, listSendingAddresses, removeSendingAddress } from './sending-addresses.ts'

export function depositRoutes(deps: { db: Db; events: Events; installation: Installation }): Route[] {
  const isWatched = deps.installation.isChainRead === true
  return [
    route(listOperation, ({ query }) => listChainTransfers(deps.db, query, isWatched)),
    route(refundOperation, ({ caller: { token }, ipAddress, params, body, write }) =>
      refundTransfer({ ...deps, write }, { token, ipAddress }, { ...params, ...body }),
    ),
    route(getOwnPayment, ({ caller: { userId }, params: { requestId } }) =>
      readOwnPayment(deps.db, { user_id: userId, id: requestId }, isWatched),
    ),
    route(contract.listSendingAddresses, ({ caller }) => listSendingAddresses(deps.db, caller.userId)),
    route(contract.addSendingAddress, ({ caller: { userId }, ipAddress, body, write }) =>
      addSendingAddress({ ...deps, write }, { userId, ipAddress }, body.address),
    ),
    route(contract.removeSendingAddress, ({ caller: { userId }, ipAddress, params, write }) =>
      removeSendingAddress({ ...deps, write }, { userId, ipAddress }, params.addressId),
    ),
  ]
}
