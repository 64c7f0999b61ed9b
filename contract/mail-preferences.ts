import * as z from 'zod/mini'
import * as endpoints from './endpoints/mail-preferences.ts'
import { defineOperation } from './operation.ts'

/** True for each group of mails that the member wants. */
export const mailPreferences = z.object({
  decisions: z.boolean(),
  coins: z.boolean(),
  rewards: z.boolean(),
  payouts: z.boolean(),
  chat: z.boolean(),
})
export type MailPreferences = z.infer<typeof mailPreferences>

export const getMailPreferences = defineOperation(endpoints.getMailPreferences, {
  summary: 'The groups of mails that the calling member wants.',
  output: mailPreferences,
})

export const saveMailPreferences = defineOperation(endpoints.saveMailPreferences, {
  summary: 'Switch groups of mails on or off. Groups that are not named stay as they are.',
  body: z.strictObject(z.partial(mailPreferences).shape),
  output: mailPreferences,
})

export const stopMails = defineOperation(endpoints.stopMails, {
  summary: 'Switch off the group of mails that the link of a mail names. It works again and again.',
  body: z.strictObject({ token: z.string().check(z.maxLength(400)) }),
  output: z.object({ group: z.enum(endpoints.mailGroups) }),
  errors: ['link_invalid'],
})
