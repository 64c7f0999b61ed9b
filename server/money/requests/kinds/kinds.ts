import type { RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { buy } from './buy.ts'
import type { KindFacts } from './kind-facts.ts'
import { transfer } from './transfer.ts'
import { withdrawal } from './withdrawal.ts'

export const kinds: { [Kind in RequestKind]: KindFacts<RequestOf<Kind>> } = { buy, withdrawal, transfer }

/** The facts of a request's kind, ready to be asked about this request. */
export function kindFactsOf<Kind extends RequestKind>(request: RequestOf<Kind>): KindFacts<RequestOf<Kind>> {
  return kinds[request.kind]
}
