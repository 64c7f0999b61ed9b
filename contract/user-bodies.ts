import * as z from 'zod/mini'
import { fault } from './faults.ts'
import { emailField, nameField } from './account-fields.ts'
import { maxRequestCoins } from './money.ts'
import { id } from './operation.ts'
import { givenStatuses } from './endpoints/profiles.ts'
import { duties } from './roles.ts'
import { country, optionalLine, plainText } from './text-fields.ts'
import { t } from './translate.ts'

// The forms about people that administrators fill in. The forms validate with these schemas, so they have a file of
// their own, which pages load only with the forms.

export const addUserBody = z.strictObject({
  fullName: nameField(fault('required', { field: t('Full Name') }), fault('lettersOnly')),
  email: emailField(fault('emailNeeded')),
  packageId: z.uuid(fault('packageNeeded')),
  /** A referral code or a member id, in any case. */
  referredById: z.optional(z.string().check(z.trim(), z.maxLength(32))),
})

export const createInvitationBody = z.strictObject({
  email: z.optional(emailField(fault('adminEmail'))),
  duty: z.enum(duties, fault('dutyNeeded')),
})

const reason = plainText(t('Reason'), 500)
export const reasonBody = z.strictObject({ reason })
export const changeDutyBody = z.strictObject({ duty: z.enum(duties), reason })
export const changeStatusBody = z.strictObject({ status: z.enum(givenStatuses), reason })

export const correctEmailBody = z.strictObject({ email: emailField(fault('emailNeeded')), reason })

/** The corrected details of a member. One that is left out stays; an empty one is removed, except the name. */
export const correctDetailsBody = z.strictObject({
  full_name: z.optional(nameField(fault('required', { field: t('Full Name') }), fault('lettersOnly'))),
  contact_number: z.optional(optionalLine(t('Contact Number'), 32)),
  country: z.optional(z.union([z.literal(''), country])),
  /** The code of a listed state where the country lists states, and empty elsewhere. */
  state: z.optional(optionalLine(t('State'), 64)),
  city: z.optional(optionalLine(t('City'), 100)),
  area: z.optional(optionalLine(t('Area'), 100)),
  reason,
})

export const adjustBalanceBody = z.strictObject({
  coins: z.number().check(
    z.int(),
    z.minimum(-maxRequestCoins),
    z.maximum(maxRequestCoins),
    z.refine((value) => value !== 0),
  ),
  reason,
  /** The movement that this entry undoes. */
  reverses_id: z.optional(z.nullable(id)),
})
