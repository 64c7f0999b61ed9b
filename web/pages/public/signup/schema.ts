import * as z from 'zod/mini'
import { signUpBody, type renewSignUpBody } from '../../../../contract/auth-bodies.ts'
import { statesByCountry } from '../../../../contract/states.ts'
import { requiredText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'

/** The contract's schema, with one more rule: a country that has listed states needs a state. */
export const signupSchema = signUpBody.check(
  z.refine<z.output<typeof signUpBody>>((form) => !statesByCountry[form.country] || Boolean(form.state), {
    error: requiredText(t('State')),
    path: ['state'],
    // This rule is checked even if other fields are wrong, so that one submit shows every mistake.
    when: ({ value }) => typeof (value as Record<string, unknown>)['country'] === 'string',
  }),
)
export type SignupForm = z.input<typeof signUpBody>

export const emptySignup: SignupForm = {
  fullName: '',
  email: '',
  contactNumber: '',
  referredById: '',
  country: '',
  state: '',
  city: '',
  area: '',
  password: '',
  retypePassword: '',
  packageId: '',
}

/** The labels of the fields, in the order of the screen. */
export const signupLabels = {
  fullName: t('Full name'),
  email: t('Email'),
  contactNumber: t('Contact number'),
  password: t('Password'),
  retypePassword: t('Retype password'),
  country: t('Country'),
  state: t('State'),
  city: t('City'),
  area: t('Area'),
  packageId: t('Package'),
  referredById: t('Referral ID'),
} satisfies Record<keyof SignupForm, string>

/** Returns the body of the form that the owner of the address fills in again. */
export function toRenewal(form: SignupForm, token: string): z.input<typeof renewSignUpBody> {
  return { token, ...toSignUp(form) }
}

/** Returns the body to send, without empty optional fields, and without a state if the country has no listed states. */
export function toSignUp(form: SignupForm): SignupForm {
  const { referredById, area, state, ...required } = form
  return {
    ...required,
    ...(referredById?.trim() && { referredById }),
    ...(area?.trim() && { area }),
    ...(state && statesByCountry[form.country] && { state }),
  }
}
