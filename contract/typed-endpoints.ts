import type { Endpoint } from './endpoint.ts'
import type * as contract from './operation.ts'
import type { OperationsById } from './operations.ts'

/** The input that the browser passes to an endpoint, as the schemas of its operation require. */
export type CallInput<E extends Pick<Endpoint, 'id'>> = contract.CallInput<OperationOf<E>>
/** The answer of an endpoint, as the schema of its operation describes it. */
export type OutputOf<E extends Pick<Endpoint, 'id'>> = contract.OutputOf<OperationOf<E>>

type OperationOf<E extends Pick<Endpoint, 'id'>> = E['id'] extends keyof OperationsById
  ? OperationsById[E['id']]
  : never
