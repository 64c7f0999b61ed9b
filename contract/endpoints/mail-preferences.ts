import type { Endpoint } from '../endpoint.ts'
import { anyone, everyDuty, memberOnly } from '../roles.ts'

/** The groups of mails that a member can switch off. Mails about the safety of the account belong to none of them. */
export const mailGroups = ['decisions', 'coins', 'rewards', 'payouts', 'chat'] as const
export type MailGroup = (typeof mailGroups)[number]

export const getMailPreferences = {
  id: 'get_mail_preferences',
  method: 'GET',
  path: '/api/mail-preferences',
  access: memberOnly,
} as const satisfies Endpoint

export const saveMailPreferences = {
  id: 'save_mail_preferences',
  method: 'PATCH',
  path: '/api/mail-preferences',
  access: memberOnly,
} as const satisfies Endpoint

export const stopMails = {
  id: 'stop_mails',
  method: 'POST',
  path: '/api/mail-preferences/stop',
  access: anyone,
  duties: everyDuty,
} as const satisfies Endpoint
