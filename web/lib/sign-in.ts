import { signIn as signInOperation, signOut as signOutOperation } from '../../contract/endpoints/auth.ts'
import { signInWithPasskey as passkeySignInOperation, startPasskeySignIn } from '../../contract/endpoints/passkeys.ts'
import type { CallInput } from '../../contract/typed-endpoints.ts'
import { ApiError } from './api-error.ts'
import { call } from './api.ts'
import { dropDraftsOf, visitor } from './drafts.ts'
import { startEvents, stopEvents } from './events.ts'
import { postponeActivityReport } from './keep-session.ts'
import { loadAuthenticator } from './passkeys.ts'
import { queryClient, refetchAll, cancelPrivateReads } from './query-client.ts'
import { expiryNote, forgetChoicesOf, sessionChannel, sessionQuery, setSession, signedOut } from './session.ts'
import type { SessionAnswer } from './session-state.ts'

type Portal = CallInput<typeof signInOperation>['body']['portal']

/** Starts a session. Throws an ApiError when it is refused. */
export async function signIn(body: CallInput<typeof signInOperation>['body']): Promise<SessionAnswer> {
  return begin(call(signInOperation, { body }))
}

/** Starts a session with the password and, as second factor, a passkey. */
export async function signInWithBoth(body: CallInput<typeof signInOperation>['body']): Promise<SessionAnswer> {
  // A member's key beside the password may be one that only wants a touch.
  return signIn({ ...body, passkey: await signChallengeFor(body.portal === 'admin' ? 'required' : 'preferred') })
}

/** Starts a session with a passkey alone. */
export async function signInWithPasskey(portal: Portal): Promise<SessionAnswer> {
  const passkey = await signChallengeFor('required')
  return begin(call(passkeySignInOperation, { body: { portal, passkey } }))
}

async function signChallengeFor(userVerification: 'required' | 'preferred') {
  const [options, { signChallenge }] = await Promise.all([call(startPasskeySignIn, {}), loadAuthenticator()])
  return signChallenge({ ...options, userVerification })
}

async function begin(answering: Promise<SessionAnswer>): Promise<SessionAnswer> {
  // The note stays until the server has answered, so that the page is never empty.
  const answer = await answering.finally(() => expiryNote.write(null))
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
  // The server would refuse the calls that are on their way, and those that its news of the session's end asks for.
  postponeActivityReport()
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
