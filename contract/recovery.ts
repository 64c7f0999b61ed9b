import * as z from 'zod/mini'
import * as endpoints from './endpoints/recovery.ts'
import { fault } from './faults.ts'
import { referrerChoice, signUpDetails } from './auth-bodies.ts'
import { emailField, passwordField, passwordsMatch } from './account-fields.ts'
import { defineOperation, emptyObject } from './operation.ts'

const token = z.string().check(z.maxLength(200))

export const forgotPasswordBody = z.strictObject({ email: emailField(fault('emailNeeded')) })

/** The form behind the mailed link that resets a password. */
export const resetPasswordBody = z
  .strictObject({
    token,
    password: passwordField(fault('resetPasswordShort')),
    retypePassword: z.string(fault('resetPasswordsDiffer')),
    referrer: referrerChoice,
  })
  .check(passwordsMatch(fault('resetPasswordsDiffer')))

/** The form on a person's own profile that changes the password. */
export const changePasswordBody = z
  .strictObject({
    currentPassword: z
      .string(fault('currentPasswordRequired'))
      .check(z.minLength(1, fault('currentPasswordRequired')), z.maxLength(128, fault('passwordTooLong'))),
    password: passwordField(fault('profilePasswordShort')),
    retypePassword: z.string(fault('profilePasswordsDiffer')),
  })
  .check(passwordsMatch(fault('profilePasswordsDiffer')))

export const forgotPassword = defineOperation(endpoints.forgotPassword, {
  summary: 'Mail a link to set a new password; the answer is the same for an unknown address.',
  body: forgotPasswordBody,
  output: emptyObject,
})

export const checkResetLink = defineOperation(endpoints.checkResetLink, {
  summary:
    'Check that the token of a mailed link can still set a password, without consuming it. If the link also confirms an ' +
    'address, the answer has the form of the sign-up.',
  body: z.strictObject({ token }),
  output: z.object({ sign_up: z.nullable(signUpDetails) }),
  errors: ['reset_link_invalid'],
})

export const resetPassword = defineOperation(endpoints.resetPassword, {
  summary:
    'Set a new password with the token of a mailed link. Ends every session of the account and starts none. Where it ' +
    'also confirms an address, and the form names a referrer, the owner keeps or declines them.',
  body: resetPasswordBody,
  output: emptyObject,
  errors: ['reset_link_invalid', 'referrer_choice_required'],
})

export const changePassword = defineOperation(endpoints.changePassword, {
  summary:
    'Set a new password, with the current one. Ends every session of the account; this browser gets a new one. ' +
    'With two-factor authentication on, a proof for the action password is needed too.',
  body: changePasswordBody,
  output: emptyObject,
  errors: ['password_wrong', 'step_up_required'],
})
