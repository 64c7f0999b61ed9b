import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import type { Topic } from '../../contract/events.ts'
import { ApiError, messageOf } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The topics of changes after which this data is read again. */
      topics: readonly Topic[]
      /** True for data that is the same for all people. It stays when the person signs in or out. */
      isPublic: boolean
    }
  }
}

/** All data that was read from the server. It is the only store, shared by all pages. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A failed read is only logged. The screen keeps its data and offers to try again.
    onError: (error, query) => console.warn(`${String(query.queryKey[0])}: ${messageOf(error)}`),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Reads the data of these topics again. */
export function refetchTopics(topics: readonly Topic[]): void {
  const predicate = ({ meta }: Query) => topics.some((topic) => meta?.topics.includes(topic))
  // A first read that is on its way may have been answered before the change. A second read would only join it, so the
  // first is cancelled.
  for (const query of queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    if (query.state.data === undefined) void query.cancel({ silent: true })
  }
  void queryClient.invalidateQueries({ predicate })
}

/** Reads the data on the screen again, and other data when a page next shows it. */
export function refetchAll(): void {
  void queryClient.invalidateQueries()
}

/** Reads data again that was answered before the moment and can change. Reads that are on their way stay. */
export function refetchReadBefore(moment: number): void {
  const predicate = ({ state, meta }: Query) =>
    state.data !== undefined &&
    state.dataUpdatedAt <= moment &&
    state.fetchStatus === 'idle' &&
    (meta?.topics.length ?? 0) > 0
  void queryClient.invalidateQueries({ predicate })
}

/** Reads again all data for which the last read failed. */
export function refetchFailed(): void {
  const predicate = ({ state }: Query) => state.status === 'error' && state.fetchStatus === 'idle'
  void queryClient.invalidateQueries({ predicate })
}

/** Cancels the reads that are on their way for the person who is signed in. Data from before stays. */
export async function cancelPrivateReads(): Promise<void> {
  await queryClient.cancelQueries({ predicate: isPrivate })
}

/** Forgets all data of the person who was signed in. */
export function forgetPrivateData(): void {
  queryClient.removeQueries({ predicate: isPrivate })
}

/** Empties the data of one person, and reads the data on the screen for the next person. */
export function resetPrivateData(): void {
  void queryClient.resetQueries({ predicate: isPrivate })
}

function isPrivate({ meta }: Pick<Query, 'meta'>): boolean {
  return meta?.isPublic !== true
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 500)
}
