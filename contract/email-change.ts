import * as z from 'zod/mini'
import { emailField } from './account-fields.ts'
import * as endpoints from './endpoints/email-change.ts'
import { fault } from './faults.ts'
import { defineOperation, emptyObject, id, moment } from './operation.ts'
import { profile } from './profiles.ts'
import { correctDetailsBody, correctEmailBody } from './user-bodies.ts'

/** The form by which members ask for another email. */
export const emailChangeBody = z.strictObject({ email: emailField(fault('emailNeeded')) })

/** Another email of a member, which waits until the link that was mailed there is used. */
export const emailChange = z.object({
  new_email: z.string(),
  expires_at: moment,
  /** True if an administrator asked for it. */
  is_correction: z.boolean(),
})
export type EmailChange = z.infer<typeof emailChange>

export const getEmailChange = defineOperation(endpoints.getEmailChange, {
  summary: 'The caller’s other email that waits for its confirmation, or null.',
  output: z.object({ pending: z.nullable(emailChange) }),
})

export const askEmailChange = defineOperation(endpoints.askEmailChange, {
  summary:
    'Ask for another email. The new address gets a link that confirms it, the present one a notice. The answer is the same ' +
    'if the new address has an account.',
  body: emailChangeBody,
  output: z.object({ pending: emailChange }),
  errors: ['email_unchanged', 'outgoing_stopped', 'step_up_required'],
})

export const dropEmailChange = defineOperation(endpoints.dropEmailChange, {
  summary: 'Keep the present email. The link at the new address becomes void.',
  output: emptyObject,
})

export const confirmEmailChange = defineOperation(endpoints.confirmEmailChange, {
  summary:
    'Confirm a new email with the token of the link that was mailed there. Withdrawals and transfers are held for a while, ' +
    'and the links to a new password that were mailed to the old address are void.',
  body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  output: z.object({ email: z.string() }),
  errors: ['link_invalid', 'email_taken'],
})

const userId = z.strictObject({ userId: id })

export const correctEmail = defineOperation(endpoints.correctEmail, {
  summary:
    'Correct the email of a member, with a reason. Both addresses get a mail, and the change holds once the link at the new one ' +
    'is used. For 30 days the administrator then decides no withdrawal and no transfer of this member.',
  params: userId,
  body: correctEmailBody,
  output: z.object({ pending: emailChange }),
  errors: ['not_found', 'email_unchanged', 'email_taken', 'email_not_confirmed', 'account_closed', 'step_up_required'],
})

export const correctDetails = defineOperation(endpoints.correctDetails, {
  summary:
    'Correct the name, the contact number or the place of a member, with a reason. The member gets a mail with the values before and after.',
  params: userId,
  body: correctDetailsBody,
  output: z.object({
    profile,
    /** False if nothing was different. */
    is_changed: z.boolean(),
  }),
  errors: ['not_found', 'account_closed', 'step_up_required'],
})
