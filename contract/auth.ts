import * as z from 'zod/mini'
import { codeField, emailField, nameField, passwordField, samePasswords } from './account-fields.ts'
import { anyone, defineOperation, id, moment, nothing, signedIn } from './operation.ts'
import { packageIcons } from './packages.ts'
import { profile } from './profiles.ts'
import { country, plainText } from './text-fields.ts'
import { fieldTexts, requiredText } from './texts.ts'

/** The signup form. `state` is the code of a listed state where the country lists states, and empty elsewhere. */
export const signUpBody = z
  .strictObject({
    fullName: nameField(requiredText('Full Name'), fieldTexts.lettersOnly),
    email: emailField(fieldTexts.emailNeeded),
    contactNumber: plainText('Contact Number', 32),
    /** A referral code or a member id, in any case. */
    referredById: z.optional(z.string().check(z.trim(), z.maxLength(32))),
    country,
    state: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    city: plainText('City', 100),
    area: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    password: passwordField(fieldTexts.passwordShort),
    retypePassword: z.string(fieldTexts.passwordsDiffer),
    packageId: z.uuid(fieldTexts.packageNeeded),
  })
  .check(samePasswords(fieldTexts.passwordsDiffer))
export type SignUp = z.output<typeof signUpBody>

export const adminSignUpBody = z
  .strictObject({
    fullName: nameField(fieldTexts.adminName, fieldTexts.adminName),
    email: emailField(fieldTexts.adminEmail),
    password: passwordField(fieldTexts.adminPasswordShort).check(
      z.regex(/\p{Lu}/u, fieldTexts.adminPasswordWeak),
      z.regex(/\p{Ll}/u, fieldTexts.adminPasswordWeak),
      z.regex(/\d/, fieldTexts.adminPasswordWeak),
    ),
    retypePassword: z.string(fieldTexts.adminPasswordsDiffer),
    /** From the invitation link. */
    invitation: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(samePasswords(fieldTexts.adminPasswordsDiffer))
export type AdminSignUp = z.output<typeof adminSignUpBody>

export const signInBody = z.strictObject({
  email: z
    .string(fieldTexts.emailRequired)
    .check(z.trim(), z.toLowerCase(), z.minLength(1, fieldTexts.emailRequired), z.maxLength(254)),
  password: z
    .string(fieldTexts.passwordRequired)
    .check(z.minLength(1, fieldTexts.passwordRequired), z.maxLength(128, fieldTexts.passwordTooLong)),
  /** Administrators sign in on their own page only. */
  portal: z.enum(['member', 'admin']),
  /** Of the authenticator app, or a recovery code; asked for by the answer code_required. */
  code: z.optional(codeField),
})

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
  /** With `is_required` and not `is_on`, nothing else is open until it is set up. */
  two_factor: z.object({ is_on: z.boolean(), is_required: z.boolean() }),
})
export type Session = z.infer<typeof session>
export const sessionAnswer = z.object({
  session: z.nullable(session),
  isAuthenticated: z.boolean(),
  isAdmin: z.boolean(),
})

export const signUp = defineOperation({
  id: 'sign_up',
  summary: 'Register a member; the answer is the same for a known address. A confirmation link is mailed.',
  method: 'POST',
  path: '/api/auth/sign-up',
  access: anyone,
  body: signUpBody,
  output: nothing,
  errors: ['referral_not_found', 'package_not_found'],
})

export const adminSignUp = defineOperation({
  id: 'admin_sign_up',
  summary: 'Register an administrator by invitation.',
  method: 'POST',
  path: '/api/auth/admin-sign-up',
  access: anyone,
  body: adminSignUpBody,
  output: nothing,
  errors: ['invitation_required', 'email_taken'],
})

export const confirmEmail = defineOperation({
  id: 'confirm_email',
  summary: 'Confirm an address with the token of the mailed link.',
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: anyone,
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  output: nothing,
  errors: ['link_invalid'],
})

export const signIn = defineOperation({
  id: 'sign_in',
  summary: 'Start a session with email and password; the token is set as a cookie.',
  method: 'POST',
  path: '/api/auth/sign-in',
  access: anyone,
  body: signInBody,
  output: sessionAnswer,
  errors: [
    'sign_in_failed',
    'code_required',
    'code_wrong',
    'account_suspended',
    'account_inactive',
    'account_deactivated',
    'admin_login_required',
  ],
})

export const signOut = defineOperation({
  id: 'sign_out',
  summary: 'End this session.',
  method: 'POST',
  path: '/api/auth/sign-out',
  access: signedIn,
  isBeforeEnrolment: true,
  output: nothing,
})

export const getSession = defineOperation({
  id: 'get_session',
  summary: 'Read the session of this browser; `session` is null for a visitor.',
  method: 'GET',
  path: '/api/auth/session',
  access: anyone,
  output: sessionAnswer,
})

export const keepSession = defineOperation({
  id: 'keep_session',
  summary: 'Tell the server that the person is active, which postpones the idle sign-out.',
  method: 'POST',
  path: '/api/auth/session',
  access: signedIn,
  isBeforeEnrolment: true,
  output: nothing,
})
