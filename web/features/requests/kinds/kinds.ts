import { requestKinds } from '../../../../contract/endpoints/requests.ts'
import type { RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { buy } from './buy.tsx'
import type { KindDisplay } from './kind-display.ts'
import { transfer } from './transfer.tsx'
import { withdrawal } from './withdrawal.tsx'

export const kinds: { [Kind in RequestKind]: KindDisplay<RequestOf<Kind>> } = { buy, withdrawal, transfer }

/** The facts of a request's kind, ready to be asked about this request. */
export function kindDisplayOf<Kind extends RequestKind>(request: RequestOf<Kind>): KindDisplay<RequestOf<Kind>> {
  return kinds[request.kind]
}

/** One fact of each kind, such as its name, by kind. */
export function factByKind<Fact>(read: (kind: KindDisplay<never>) => Fact): Record<RequestKind, Fact> {
  return Object.fromEntries(requestKinds.map((kind) => [kind, read(kinds[kind])])) as Record<RequestKind, Fact>
}
