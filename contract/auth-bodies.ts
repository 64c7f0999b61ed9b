import * as z from 'zod/mini'
import { codeField, emailField, nameField, passwordField, samePasswords } from './account-fields.ts'
import { country, plainText } from './text-fields.ts'
import { fieldTexts, requiredText } from './texts.ts'
import { t } from './translate.ts'

/** The signup form. `state` is the code of a listed state where the country lists states, and empty elsewhere. */
export const signUpBody = z
  .strictObject({
    fullName: nameField(requiredText(t('Full Name')), fieldTexts.lettersOnly),
    email: emailField(fieldTexts.emailNeeded),
    contactNumber: plainText(t('Contact Number'), 32),
    /** A referral code or a member id, in any case. */
    referredById: z.optional(z.string().check(z.trim(), z.maxLength(32))),
    country,
    state: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    city: plainText(t('City'), 100),
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
    /** The token from the invitation link. */
    invitation: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(samePasswords(fieldTexts.adminPasswordsDiffer))
export type AdminSignUp = z.output<typeof adminSignUpBody>

const credentials = {
  email: z
    .string(fieldTexts.emailRequired)
    .check(z.trim(), z.toLowerCase(), z.minLength(1, fieldTexts.emailRequired), z.maxLength(254)),
  password: z
    .string(fieldTexts.passwordRequired)
    .check(z.minLength(1, fieldTexts.passwordRequired), z.maxLength(128, fieldTexts.passwordTooLong)),
}

export const sendConfirmationBody = z.strictObject(credentials)

export const signInBody = z.strictObject({
  ...credentials,
  /** Administrators sign in on their own page only. */
  portal: z.enum(['member', 'admin']),
  /** A code of the authenticator app, or a recovery code. The refusal code_required asks for it. */
  code: z.optional(codeField),
})
