import * as z from 'zod/mini'
import { fault } from './faults.ts'
import { emailField, passwordField, samePasswords } from './account-fields.ts'
import { defineOperation, nothing } from './operation.ts'
import { anyone, signedIn } from './roles.ts'

const token = z.string().check(z.maxLength(200))

export const forgotPasswordBody = z.strictObject({ email: emailField(fault('emailNeeded')) })

/** The form behind the mailed link that resets a password. */
export const resetPasswordBody = z
  .strictObject({
    token,
    password: passwordField(fault('resetPasswordShort')),
    retypePassword: z.string(fault('resetPasswordsDiffer')),
  })
  .check(samePasswords(fault('resetPasswordsDiffer')))

/** The form on a person's own profile that changes the password. */
export const changePasswordBody = z
  .strictObject({
    currentPassword: z
      .string(fault('currentPasswordRequired'))
      .check(z.minLength(1, fault('currentPasswordRequired')), z.maxLength(128, fault('passwordTooLong'))),
    password: passwordField(fault('profilePasswordShort')),
    retypePassword: z.string(fault('profilePasswordsDiffer')),
  })
  .check(samePasswords(fault('profilePasswordsDiffer')))

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
