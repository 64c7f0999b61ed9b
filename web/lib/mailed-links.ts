import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { confirmEmail } from '../../contract/auth.ts'
import { messageOf } from './api-error.ts'
import { call } from './api.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What came of following a confirmation link: null when the address is confirmed, and otherwise why not. */
    confirmationFailure?: string | null
    /** The address that has just been registered. */
    signedUpEmail?: string
    /** The token of an invitation link. */
    invitation?: string
    /** The address that the next page begins with. */
    accountEmail?: string
    /** The token of a link to set a new password. */
    resetToken?: string
  }
}

/** Confirms an address with the token of `/login#confirm=…`. The token leaves the address bar at once and is used once. */
export async function confirmFromHash({ location }: { location: ParsedLocation }): Promise<void> {
  const token = tokenIn(location.hash, 'confirm')
  if (!token) return
  const failure = await call(confirmEmail, { body: { token } }).then(() => null, messageOf)
  throw redirect({ to: '/login', hash: '', replace: true, state: { confirmationFailure: failure } })
}

/** Keeps the token of `/admin-signup#invitation=…` for the form, out of the address bar. */
export function takeInvitation({ location }: { location: ParsedLocation }): void {
  const token = tokenIn(location.hash, 'invitation')
  if (token) throw redirect({ to: '/admin-signup', hash: '', replace: true, state: { invitation: token } })
}

/** Keeps the token of `/reset-password#access_token=…&type=recovery` for the form, out of the address bar. */
export function takeResetToken({ location }: { location: ParsedLocation }): void {
  const token = tokenIn(location.hash, 'access_token')
  if (token) throw redirect({ to: '/reset-password', hash: '', replace: true, state: { resetToken: token } })
}

function tokenIn(hash: string, name: string): string | null {
  return new URLSearchParams(hash).get(name)
}
