import { redirect, type HistoryState, type ParsedLocation } from '@tanstack/react-router'

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
    /** The token of a link to a new email. */
    newEmailToken?: string
  }
}

/** Moves the token of `/login#confirm=…` for the page that confirms. */
export const takeConfirmationTokenFromHash = takeFromHash('confirm', '/login', (token) => ({
  confirmationToken: token,
}))

/** Moves the token of `/admin-signup#invitation=…` for the form. */
export const takeInvitationFromHash = takeFromHash('invitation', '/admin-signup', (token) => ({ invitation: token }))

/** Moves the token of `/reset-password#access_token=…&type=recovery` for the form. */
export const takeResetTokenFromHash = takeFromHash('access_token', '/reset-password', (token) => ({
  resetToken: token,
}))

/** Moves the token of `/not-me#token=…` for the button. */
export const takeNotMeTokenFromHash = takeFromHash('token', '/not-me', (token) => ({ notMeToken: token }))

/** Moves the token of `/unsubscribe#token=…` for the button. */
export const takeMailStopTokenFromHash = takeFromHash('token', '/unsubscribe', (token) => ({ mailStopToken: token }))

/** Moves the token of `/confirm-email#token=…` for the button. */
export const takeNewEmailTokenFromHash = takeFromHash('token', '/confirm-email', (token) => ({ newEmailToken: token }))

/** Returns the function of a route that moves the token of this name from the address bar to the history state. */
function takeFromHash(
  name: string,
  to: '/login' | '/admin-signup' | '/reset-password' | '/not-me' | '/unsubscribe' | '/confirm-email',
  stateOf: (token: string) => HistoryState,
) {
  return ({ location }: { location: ParsedLocation }): void => {
    const token = new URLSearchParams(location.hash).get(name)
    if (token) throw redirect({ to, hash: '', replace: true, state: stateOf(token) })
  }
}
