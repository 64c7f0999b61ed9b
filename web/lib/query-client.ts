import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import type { Topic } from '../../contract/events.ts'
import { ApiError, messageOf } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The changes after which this data is asked for again. */
      topics: readonly Topic[]
      /** The same for everybody, so it stays when somebody signs in or out. */
      isPublic: boolean
    }
  }
}

/** What was read from the server, shared by all pages: the only store there is. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A failed read is only logged: the screen keeps what it had and offers to try again.
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

/** Asks again for the data that a change of these topics touches. */
export function refetchTopics(topics: readonly Topic[]): void {
  const predicate = ({ meta }: Query) => topics.some((topic) => meta?.topics.includes(topic))
  // A first read that is under way may have been answered before the change. Asking again would only join it.
  for (const query of queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })) {
    if (query.state.data === undefined) void query.cancel({ silent: true })
  }
  void queryClient.invalidateQueries({ predicate })
}

/** Asks again for what is on the screen; the rest is asked for again when a page shows it. */
export function refresh(): void {
  void queryClient.invalidateQueries()
}

/** The same for what was answered before a moment, of the data that changes are told of. What is on its way stays. */
export function refreshReadBefore(moment: number): void {
  const predicate = ({ state, meta }: Query) =>
    state.data !== undefined &&
    state.dataUpdatedAt <= moment &&
    state.fetchStatus === 'idle' &&
    (meta?.topics.length ?? 0) > 0
  void queryClient.invalidateQueries({ predicate })
}

/** Asks again for what could not be read. */
export function refreshFailed(): void {
  const predicate = ({ state }: Query) => state.status === 'error' && state.fetchStatus === 'idle'
  void queryClient.invalidateQueries({ predicate })
}

/** Breaks off the reads that are on their way for the person who is signed in. What was read before stays. */
export async function stopPrivateReads(): Promise<void> {
  await queryClient.cancelQueries({ predicate: isPrivate })
}

/** Forgets everything that belonged to the person who was signed in. */
export function forgetPrivateData(): void {
  queryClient.removeQueries({ predicate: isPrivate })
}

/** Empties what was read for one person, and reads what is on the screen for the next. */
export function replacePrivateData(): void {
  void queryClient.resetQueries({ predicate: isPrivate })
}

function isPrivate({ meta }: Pick<Query, 'meta'>): boolean {
  return meta?.isPublic !== true
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 500)
}
