import * as z from 'zod/mini'
import * as endpoints from './endpoints/auth.ts'
import {
  adminSignUpBody,
  confirmEmailBody,
  renewSignUpBody,
  sendConfirmationBody,
  signInBody,
  signUpBody,
  signUpDetails,
} from './auth-bodies.ts'
import { defineOperation, id, moment, emptyObject } from './operation.ts'
import { packageIcons } from './package-icons.ts'
import { profile } from './profiles.ts'
import { secondFactors } from './second-factors.ts'

/**
 * The session as the browser knows it. The tokens are in a cookie that scripts cannot read, so both are null here.
 */
export const session = z.object({
  access_token: z.null(),
  refresh_token: z.null(),
  expires_at: moment,
  user: z.object({ id, email: z.string(), role: z.enum(['user', 'admin']) }),
  profile,
  /** The member's package, also when it is no longer on offer. */
  package: z.nullable(z.object({ package_name: z.string(), icon: z.enum(packageIcons) })),
  /** The time at which the member’s account is closed; null while it is to stay. */
  closes_at: z.nullable(moment),
  /** While `is_required` is true and `is_on` false, the person can do nothing but set the second factor up. */
  two_factor: z.object({ is_on: z.boolean(), is_required: z.boolean(), factors: z.array(z.enum(secondFactors)) }),
})
export type Session = z.infer<typeof session>
export const sessionAnswer = z.object({
  session: z.nullable(session),
  isAuthenticated: z.boolean(),
  isAdmin: z.boolean(),
})

export const signUp = defineOperation(endpoints.signUp, {
  summary: 'Register a member; the answer is the same for a known address. A confirmation link is mailed.',
  body: signUpBody,
  output: emptyObject,
  errors: ['referral_not_found', 'package_not_found'],
})

export const adminSignUp = defineOperation(endpoints.adminSignUp, {
  summary: 'Register an administrator by invitation.',
  body: adminSignUpBody,
  output: emptyObject,
  errors: ['invitation_required', 'email_taken'],
})

export const confirmEmail = defineOperation(endpoints.confirmEmail, {
  summary:
    'Confirm an address with the token of the mailed link. If the form names a referrer, the owner of the address keeps ' +
    'or declines them. An owner who declines sets a new password, because a stranger may know that of the form.',
  body: confirmEmailBody,
  output: emptyObject,
  errors: ['link_invalid', 'referrer_choice_required'],
})

export const checkConfirmationLink = defineOperation(endpoints.checkConfirmationLink, {
  summary: 'Read the form of the sign-up that the token of a mailed link would confirm, without consuming the token.',
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  output: signUpDetails,
  errors: ['link_invalid'],
})

export const renewSignUp = defineOperation(endpoints.renewSignUp, {
  summary:
    'Replace the whole form of a sign-up, referrer and password included, with the token of a mailed link. It also ' +
    'confirms the address.',
  body: renewSignUpBody,
  output: emptyObject,
  errors: ['link_invalid', 'referral_not_found', 'package_not_found'],
})

export const sendConfirmation = defineOperation(endpoints.sendConfirmation, {
  summary: 'Mail the confirmation link again to a caller with the password; the earlier links are void.',
  body: sendConfirmationBody,
  output: emptyObject,
  errors: [
    'sign_in_failed',
    'account_suspended',
    'account_deactivated',
    'admin_login_required',
    'email_confirmed_already',
  ],
})

export const signIn = defineOperation(endpoints.signIn, {
  summary: 'Start a session with email and password; the token is set as a cookie.',
  body: signInBody,
  output: sessionAnswer,
  errors: [
    'sign_in_failed',
    'code_required',
    'code_wrong',
    'passkey_wrong',
    'account_suspended',
    'account_inactive',
    'account_deactivated',
    'admin_login_required',
  ],
})

export const signOut = defineOperation(endpoints.signOut, {
  summary: 'End this session.',
  output: emptyObject,
})

export const getSession = defineOperation(endpoints.getSession, {
  summary: 'Read the session of this browser; `session` is null for a visitor.',
  output: sessionAnswer,
})

export const keepSession = defineOperation(endpoints.keepSession, {
  summary: 'Tell the server that the person is active, which postpones the idle sign-out.',
  output: emptyObject,
})
