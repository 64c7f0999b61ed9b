import * as z from 'zod/mini'
import { fault } from './faults.ts'
import { codeField, emailField, nameField, passwordField, passwordsMatch } from './account-fields.ts'
import { passkeyAssertion } from './passkey-answers.ts'
import { country, plainText } from './text-fields.ts'
import { t } from './translate.ts'

const signUpFields = {
  fullName: nameField(fault('required', { field: t('Full Name') }), fault('lettersOnly')),
  email: emailField(fault('emailNeeded')),
  contactNumber: plainText(t('Contact Number'), 32),
  /** A referral code or a member id, in any case. */
  referredById: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  country,
  state: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  city: plainText(t('City'), 100),
  area: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  password: passwordField(fault('passwordShort')),
  retypePassword: z.string(fault('passwordsDiffer')),
  packageId: z.uuid(fault('packageNeeded')),
}

/** The signup form. `state` is the code of a listed state where the country lists states, and empty elsewhere. */
export const signUpBody = z.strictObject(signUpFields).check(passwordsMatch(fault('passwordsDiffer')))
export type SignUp = z.output<typeof signUpBody>

/** The same form, sent by the owner of the address, with the token of a link that was mailed there. */
export const renewSignUpBody = z
  .strictObject({ token: z.string().check(z.maxLength(200)), ...signUpFields })
  .check(passwordsMatch(fault('passwordsDiffer')))
export type SignUpRenewal = z.output<typeof renewSignUpBody>

/** The word of an owner of an address about the referrer that the form names. Needed only if it names one. */
export const referrerChoice = z.optional(z.enum(['keep', 'none']))
export type ReferrerChoice = z.output<typeof referrerChoice>

/** The password replaces that of the form. An owner who declines the referrer needs one, because a stranger chose that of the form. */
export const confirmEmailBody = z
  .strictObject({
    token: z.string().check(z.maxLength(200)),
    referrer: referrerChoice,
    password: z.optional(passwordField(fault('passwordShort'))),
  })
  .check(
    z.refine(({ referrer, password }) => referrer !== 'none' || password !== undefined, {
      path: ['password'],
      ...fault('passwordShort'),
    }),
  )
export type EmailConfirmation = z.output<typeof confirmEmailBody>

/** The form of a sign-up as the owner of the address sees it before they confirm. */
export const signUpDetails = z.object({
  email: z.string(),
  full_name: z.string(),
  /** The package that the form chose. */
  package_name: z.nullable(z.string()),
  /** The member whom the form names as referrer. Two members may have one name, so the member id tells them apart. */
  referrer_name: z.nullable(z.string()),
  referrer_member_id: z.nullable(z.string()),
})
export type SignUpDetails = z.infer<typeof signUpDetails>

export const adminSignUpBody = z
  .strictObject({
    fullName: nameField(fault('adminName'), fault('adminName')),
    email: emailField(fault('adminEmail')),
    password: passwordField(fault('adminPasswordShort')).check(
      z.regex(/\p{Lu}/u, fault('adminPasswordWeak')),
      z.regex(/\p{Ll}/u, fault('adminPasswordWeak')),
      z.regex(/\d/, fault('adminPasswordWeak')),
    ),
    retypePassword: z.string(fault('adminPasswordsDiffer')),
    /** The token from the invitation link. */
    invitation: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(passwordsMatch(fault('adminPasswordsDiffer')))
export type AdminSignUp = z.output<typeof adminSignUpBody>

const credentials = {
  email: z
    .string(fault('emailRequired'))
    .check(z.trim(), z.toLowerCase(), z.minLength(1, fault('emailRequired')), z.maxLength(254)),
  password: z
    .string(fault('passwordRequired'))
    .check(z.minLength(1, fault('passwordRequired')), z.maxLength(128, fault('passwordTooLong'))),
}

export const sendConfirmationBody = z.strictObject(credentials)

export const signInBody = z.strictObject({
  ...credentials,
  /** Administrators sign in on their own page only. */
  portal: z.enum(['member', 'admin']),
  /** A code of the authenticator app, or a recovery code. The refusal code_required asks for it. */
  code: z.optional(codeField),
  /** A passkey in place of the code, with the challenge of start_passkey_sign_in. */
  passkey: z.optional(passkeyAssertion),
})
