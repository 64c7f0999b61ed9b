import { getOwnPayment } from '../../../contract/own-payment.ts'
import * as contract from '../../../contract/sending-addresses.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { Installation } from '../settings/settings.ts'
import { readOwnPayment } from './own-payment.ts'
import { addSendingAddress, listSendingAddresses, removeSendingAddress } from './sending-addresses.ts'

export function depositRoutes(deps: { db: Db; events: Events; installation: Installation }): Route[] {
  return [
    route(getOwnPayment, ({ caller: { userId }, params: { requestId } }) =>
      readOwnPayment(deps.db, { user_id: userId, id: requestId }, deps.installation.isChainRead === true),
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
