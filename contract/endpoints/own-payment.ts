import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

/**
 * The state of the search for the payment of a buy. `not_checked`: no provider of the network is set, or none has answered lately, so nothing is
 * claimed. `nothing_seen`: the lists were read lately, and no payment is in them. `seen`: a list has one that is not final. `final`: one
 * is in a final block.
 */
export const ownPaymentStates = ['not_checked', 'nothing_seen', 'seen', 'final'] as const

/**
 * The reason for which a transaction is shown. `pays`: an approval has named it. `suggests`: it has the exact amount, and its sender
 * or the amount is that of this member alone. `named`: the member has named its hash, which proves nothing.
 */
export const ownPaymentReasons = ['pays', 'suggests', 'named'] as const

export const getOwnPayment = {
  id: 'get_own_payment',
  method: 'GET',
  path: '/api/own-payments/:requestId',
  access: memberOnly,
} as const satisfies Endpoint
