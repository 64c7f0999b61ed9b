import { signIn as signInOperation, signOut as signOutOperation } from '../../contract/endpoints/auth.ts'
import type { CallInput } from '../../contract/typed-endpoints.ts'
import { ApiError } from './api-error.ts'
import { call } from './api.ts'
import { dropDraftsOf, visitor } from './drafts.ts'
import { startEvents, stopEvents } from './events.ts'
import { queryClient, refetchAll, cancelPrivateReads } from './query-client.ts'
import { expiryNote, forgetChoicesOf, sessionChannel, sessionQuery, setSession, signedOut } from './session.ts'
import type { SessionAnswer } from './session-state.ts'

/** Starts a session. Throws an ApiError when it is refused. */
export async function signIn(body: CallInput<typeof signInOperation>['body']): Promise<SessionAnswer> {
  // The note stays until the server has answered, so that the page is never empty.
  const answer = await call(signInOperation, { body }).finally(() => expiryNote.write(null))
  // Drafts from before the sign-in have no known owner. The next visitor at this device must not see them.
  dropDraftsOf(visitor)
  await setSession(answer)
  sessionChannel.postMessage('changed')
  return answer
}

/**
 * Ends the session here and in the other tabs, because the person asked for it. A session that is already over counts
 * as ended.
 */
export async function signOut(): Promise<void> {
  const userId = queryClient.getQueryData(sessionQuery.queryKey)?.session?.user.id
  // The server would refuse the reads that are on their way, and those that its news of the session's end asks for.
  stopEvents()
  await cancelPrivateReads()
  try {
    await call(signOutOperation, {})
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_signed_in')) {
      startEvents()
      refetchAll()
      throw error
    }
  }
  if (userId !== undefined) forgetChoicesOf(userId)
  await setSession(signedOut)
  sessionChannel.postMessage({ leftBy: userId })
}
