import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { checkDeposit, getRateImpact, listRateChanges } from '../../../../contract/endpoints/admin-settings.ts'
import { listPolicies } from '../../../../contract/endpoints/policies.ts'
import { call } from '../../../lib/api.ts'

/** Reads the effects of a new rate. While the figures of the next rate load, those of the previous one stay. */
export function rateImpactQuery(rate: string) {
  return queryOptions({
    queryKey: [getRateImpact.id, rate],
    queryFn: ({ signal }) => call(getRateImpact, { query: { rate } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['settings', 'wallet', 'requests'], isPublic: false },
  })
}

export const rateChangesQuery = infiniteQueryOptions({
  queryKey: [listRateChanges.id],
  queryFn: ({ pageParam, signal }) =>
    call(listRateChanges, { query: { limit: 20, ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
  meta: { topics: ['settings'], isPublic: false },
})

export function depositCheckQuery(network: string, address: string) {
  return queryOptions({
    queryKey: [checkDeposit.id, network, address],
    queryFn: ({ signal }) => call(checkDeposit, { query: { network, address } }, { signal }),
    // The result for a text never changes.
    staleTime: Infinity,
    retry: false,
    meta: { topics: [], isPublic: false },
  })
}

export const policiesQuery = queryOptions({
  queryKey: [listPolicies.id],
  queryFn: ({ signal }) => call(listPolicies, {}, { signal }),
  meta: { topics: ['settings'], isPublic: false },
})
