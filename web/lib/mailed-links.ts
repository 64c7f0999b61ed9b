import { redirect, type ParsedLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token of a link to confirm an address. */
    confirmationToken?: string
    /** True after the address has been confirmed. */
    isEmailConfirmed?: boolean
    /** The token of a mailed link with which the owner of an address fills in the form of the sign-up again. */
    renewalToken?: string
    /** The address that has just been registered. */
    signedUpEmail?: string
    /** The token of an invitation link. */
    invitation?: string
    /** The email address to fill in on the next page. */
    accountEmail?: string
    /** The token of a link to set a new password. */
    resetToken?: string
    /** The token of a link "This was not me". */
    notMeToken?: string
    /** The token of a link that switches mails off. */
    mailStopToken?: string
  }
}

/** Moves the token of `/login#confirm=…` from the address bar to the history state, for the page that confirms. */
export function takeConfirmationTokenFromHash({ location }: { location: ParsedLocation }): void {
  const token = tokenIn(location.hash, 'confirm')
  if (token) throw redirect({ to: '/login', hash: '', replace: true, state: { confirmationToken: token } })
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

/** Moves the token of `/not-me#token=…` from the address bar to the history state, for the button. */
export function takeNotMeTokenFromHash({ location }: { location: ParsedLocation }): void {
  const token = tokenIn(location.hash, 'token')
  if (token) throw redirect({ to: '/not-me', hash: '', replace: true, state: { notMeToken: token } })
}

/** Moves the token of `/unsubscribe#token=…` from the address bar to the history state, for the button. */
export function takeMailStopTokenFromHash({ location }: { location: ParsedLocation }): void {
  const token = tokenIn(location.hash, 'token')
  if (token) throw redirect({ to: '/unsubscribe', hash: '', replace: true, state: { mailStopToken: token } })
}

function tokenIn(hash: string, name: string): string | null {
  return new URLSearchParams(hash).get(name)
}
