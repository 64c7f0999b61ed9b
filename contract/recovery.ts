import * as z from 'zod/mini'
import { emailField, passwordField, samePasswords } from './account-fields.ts'
import { defineOperation, nothing } from './operation.ts'
import { anyone, signedIn } from './roles.ts'
import { fieldTexts } from './texts.ts'

const token = z.string().check(z.maxLength(200))

export const forgotPasswordBody = z.strictObject({ email: emailField(fieldTexts.emailNeeded) })

/** The form behind the mailed link that resets a password. */
export const resetPasswordBody = z
  .strictObject({
    token,
    password: passwordField(fieldTexts.resetPasswordShort),
    retypePassword: z.string(fieldTexts.resetPasswordsDiffer),
  })
  .check(samePasswords(fieldTexts.resetPasswordsDiffer))

/** The form on a person's own profile that changes the password. */
export const changePasswordBody = z
  .strictObject({
    currentPassword: z
      .string(fieldTexts.currentPasswordRequired)
      .check(z.minLength(1, fieldTexts.currentPasswordRequired), z.maxLength(128, fieldTexts.passwordTooLong)),
    password: passwordField(fieldTexts.profilePasswordShort),
    retypePassword: z.string(fieldTexts.profilePasswordsDiffer),
  })
  .check(samePasswords(fieldTexts.profilePasswordsDiffer))

export const forgotPassword = defineOperation({
  id: 'forgot_password',
  summary: 'Mail a link to set a new password; the answer is the same for an unknown address.',
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: anyone,
  body: forgotPasswordBody,
  output: nothing,
})

export const checkResetLink = defineOperation({
  id: 'check_reset_link',
  summary: 'Whether the token of a mailed link can still set a password. Uses nothing up.',
  method: 'POST',
  path: '/api/auth/reset-link',
  access: anyone,
  body: z.strictObject({ token }),
  output: nothing,
  errors: ['reset_link_invalid'],
})

export const resetPassword = defineOperation({
  id: 'reset_password',
  summary: 'Set a new password with the token of a mailed link. Ends every session of the account and starts none.',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: anyone,
  body: resetPasswordBody,
  output: nothing,
  errors: ['reset_link_invalid'],
})

export const changePassword = defineOperation({
  id: 'change_password',
  summary:
    'Set a new password, with the current one. Ends every session of the account; this browser gets a new one. ' +
    'With two-factor authentication on, a proof for the action password is needed too.',
  method: 'POST',
  path: '/api/auth/password',
  access: signedIn,
  stepUp: { action: 'password', when: 'sometimes' },
  body: changePasswordBody,
  output: nothing,
  errors: ['password_wrong', 'step_up_required'],
})
