import type { Endpoint } from '../endpoint.ts'
import { everyDuty, signedIn } from '../roles.ts'

export const getTwoFactor = {
  id: 'get_two_factor',
  method: 'GET',
  path: '/api/auth/two-factor',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint

export const startTwoFactor = {
  id: 'start_two_factor',
  method: 'POST',
  path: '/api/auth/two-factor/setup',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
  // While a factor is on, the proof is a code of the old one, so a new setup replaces it and cannot bypass it.
  stepUp: { action: 'two_factor', when: 'always' },
} as const satisfies Endpoint

export const enableTwoFactor = {
  id: 'enable_two_factor',
  method: 'POST',
  path: '/api/auth/two-factor/enable',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint

export const disableTwoFactor = {
  id: 'disable_two_factor',
  method: 'POST',
  path: '/api/auth/two-factor/disable',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint

export const renewRecoveryCodes = {
  id: 'renew_recovery_codes',
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  access: signedIn,
  duties: everyDuty,
  // A call without a code of the app needs a proof, by a passkey or such a code.
  stepUp: { action: 'recovery_codes', when: 'sometimes' },
} as const satisfies Endpoint

export const stepUp = {
  id: 'step_up',
  method: 'POST',
  path: '/api/auth/step-up',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint

export const startPasskeyProof = {
  id: 'start_passkey_proof',
  method: 'POST',
  path: '/api/auth/step-up-challenge',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint
