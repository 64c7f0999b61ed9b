import type { Request } from '../../../contract/requests.ts'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'

const LateFacts = loadWhenNeeded(async () => (await import('./own-payment-facts.tsx')).OwnPaymentFacts)

/** Says to its member what the network shows of the payment of a buy. Empty while nothing can be said. */
export function OwnPayment({ request }: { request: Request }) {
  const isPaid = request.kind === 'buy' && request.received_usdt !== null
  return request.kind === 'buy' && (request.status === 'pending' || isPaid) ? (
    <LateFacts isNeeded props={{ request }} />
  ) : null
}
