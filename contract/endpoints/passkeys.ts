import type { Endpoint } from '../endpoint.ts'
import { anyone, everyDuty, signedIn } from '../roles.ts'

/** The most passkeys of an account. The database refuses more. */
export const passkeysMax = 10

export const listPasskeys = {
  id: 'list_passkeys',
  method: 'GET',
  path: '/api/auth/passkeys',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint

export const startPasskey = {
  id: 'start_passkey',
  method: 'POST',
  path: '/api/auth/passkey-registration',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
  stepUp: { action: 'two_factor', when: 'always' },
} as const satisfies Endpoint

export const addPasskey = {
  id: 'add_passkey',
  method: 'POST',
  path: '/api/auth/passkeys',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint

export const renamePasskey = {
  id: 'rename_passkey',
  method: 'PATCH',
  path: '/api/auth/passkeys/:passkeyId',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint

export const removePasskey = {
  id: 'remove_passkey',
  method: 'DELETE',
  path: '/api/auth/passkeys/:passkeyId',
  access: signedIn,
  duties: everyDuty,
  stepUp: { action: 'two_factor', when: 'always' },
} as const satisfies Endpoint

export const startPasskeySignIn = {
  id: 'start_passkey_sign_in',
  method: 'POST',
  path: '/api/auth/passkey-challenge',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const signInWithPasskey = {
  id: 'sign_in_with_passkey',
  method: 'POST',
  path: '/api/auth/passkey-sign-in',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint
