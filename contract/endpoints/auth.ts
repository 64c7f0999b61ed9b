import type { Endpoint } from '../endpoint.ts'
import { anyone, everyDuty, signedIn } from '../roles.ts'

export const signUp = {
  id: 'sign_up',
  method: 'POST',
  path: '/api/auth/sign-up',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const adminSignUp = {
  id: 'admin_sign_up',
  method: 'POST',
  path: '/api/auth/admin-sign-up',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const confirmEmail = {
  id: 'confirm_email',
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const checkConfirmationLink = {
  id: 'check_confirmation_link',
  method: 'POST',
  path: '/api/auth/confirmation-link',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const renewSignUp = {
  id: 'renew_sign_up',
  method: 'POST',
  path: '/api/auth/sign-up-renewal',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const sendConfirmation = {
  id: 'send_confirmation',
  method: 'POST',
  path: '/api/auth/confirmation-mail',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const signIn = {
  id: 'sign_in',
  method: 'POST',
  path: '/api/auth/sign-in',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const signOut = {
  id: 'sign_out',
  method: 'POST',
  path: '/api/auth/sign-out',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint

export const getSession = {
  id: 'get_session',
  method: 'GET',
  path: '/api/auth/session',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint

export const keepSession = {
  id: 'keep_session',
  method: 'POST',
  path: '/api/auth/session',
  access: signedIn,
  duties: everyDuty,
  isBeforeEnrolment: true,
} as const satisfies Endpoint
