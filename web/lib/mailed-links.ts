import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { confirmEmail } from '../../contract/endpoints/auth.ts'
import { messageOf } from './api-error.ts'
import { call } from './api.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The result of a confirmation link: null if the address is confirmed, otherwise the reason why not. */
    confirmationFailure?: string | null
    /** The address that has just been registered. */
    signedUpEmail?: string
    /** The token of an invitation link. */
    invitation?: string
    /** The email address to fill in on the next page. */
    accountEmail?: string
    /** The token of a link to set a new password. */
    resetToken?: string
  }
}

/**
 * Confirms an address with the token of `/login#confirm=…`. The token is used once, and leaves the address bar at once.
 */
export async function confirmFromHash({ location }: { location: ParsedLocation }): Promise<void> {
  const token = tokenIn(location.hash, 'confirm')
  if (!token) return
  const failure = await call(confirmEmail, { body: { token } }).then(() => null, messageOf)
  throw redirect({ to: '/login', hash: '', replace: true, state: { confirmationFailure: failure } })
}

/** Moves the token of `/admin-signup#invitation=…` from the address bar to the history state, for the form. */
export function takeInvitationFromHash({ location }: { location: ParsedLocation }): void {
  const token = tokenIn(location.hash, 'invitation')
  if (token) throw redirect({ to: '/admin-signup', hash: '', replace: true, state: { invitation: token } })
}

/**
 * Moves the token of `/reset-password#access_token=…&type=recovery` from the address bar to the history state, for the
 * form.
 */
export function takeResetTokenFromHash({ location }: { location: ParsedLocation }): void {
  const token = tokenIn(location.hash, 'access_token')
  if (token) throw redirect({ to: '/reset-password', hash: '', replace: true, state: { resetToken: token } })
}

function tokenIn(hash: string, name: string): string | null {
  return new URLSearchParams(hash).get(name)
}
