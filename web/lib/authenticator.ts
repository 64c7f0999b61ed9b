import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { startPasskey, startPasskeySignIn } from '../../contract/endpoints/passkeys.ts'
import type { NewPasskey, PasskeyAssertion } from '../../contract/passkey-answers.ts'
import { t } from '../../contract/translate.ts'
import type { OutputOf } from '../../contract/typed-endpoints.ts'
import { ApiError, notConfirmedError } from './api-error.ts'

/** Has a challenge signed by a passkey of the person's choice. Throws an ApiError if none is chosen. */
export async function signChallenge(optionsJSON: OutputOf<typeof startPasskeySignIn>): Promise<PasskeyAssertion> {
  const { id, response } = await waitForPerson(async () => startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    ...(userHandle !== undefined && { user_handle: userHandle }),
  }
}

/** Has the person's device make a passkey. Throws an ApiError if it makes none. */
export async function createPasskey(optionsJSON: OutputOf<typeof startPasskey>): Promise<NewPasskey> {
  const { id, response } = await waitForPerson(async () => startRegistration({ optionsJSON }))
  return { id, client_data: response.clientDataJSON, attestation: response.attestationObject }
}

/** Turns a failure of the browser into a sentence. A person who closes the browser's question has taken the call back. */
async function waitForPerson<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    const cause = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : error
    if (cause instanceof Error && ['NotAllowedError', 'AbortError'].includes(cause.name)) throw notConfirmedError()
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    const message = isKnown
      ? t('This device has a passkey of your account already.')
      : t('This device could not use a passkey here.')
    throw new ApiError('passkey_wrong', 0, { message })
  }
}
