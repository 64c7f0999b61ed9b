import { queryOptions } from '@tanstack/react-query'
import type { Topic } from '../../contract/events.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { CallInput } from '../../contract/typed-endpoints.ts'
import { call } from './api.ts'

interface ReadOptions {
  staleTime?: number
  refetchInterval?: number
  retry?: false
}

/** Makes a query of a call. It is read again when one of the topics changes. */
export function queryOf<const E extends Endpoint>(
  endpoint: E,
  topics: readonly Topic[],
  input: CallInput<E>,
  options: ReadOptions = {},
) {
  return queryOptions({
    queryKey: [endpoint.id, input],
    queryFn: ({ signal }) =>
      call<E>(
        endpoint,
        ...([input, { signal }] as unknown as Parameters<typeof call<E>> extends [E, ...infer A] ? A : never),
      ),
    meta: { topics, isPublic: endpoint.access.includes('visitor') },
    ...options,
  })
}

export type Undefinable<T> = { [K in keyof T]?: T[K] | undefined }

/** Removes undefined values, as an optional field of the contract must be absent. */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never
}
