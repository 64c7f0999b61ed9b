import { dutyNamesIn } from '../../../contract/duty-names.ts'
import { profileStatusNamesIn } from '../../../contract/profile-status-names.ts'
import type { Profile } from '../../../contract/profiles.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

interface DutyNews {
  /** The names of the administrator with the new duty and of the owner who gave it. */
  name: string
  by: string
  before: Duty
  duty: Duty
  reason: string
}

/** Tells an administrator of their own new duty. */
export function ownDutyChangedMail({ t, tc }: Translator, { by, before, duty, reason }: DutyNews): OwnerMail {
  const names = dutyNamesIn({ tc })
  const values = { by, before: names[before], duty: names[duty] }
  return {
    subject: t('Your duty was changed'),
    text: joinParagraphs(
      t('{by} changed your duty as an administrator of ET from {before} to {duty}.', values),
      t('Reason: {reason}', { reason }),
      t('The new duty already holds. You do not need to log in again.'),
    ),
  }
}

/** Tells an owner of another administrator's new duty. */
export function dutyChangedMail({ t, tc }: Translator, { name, by, before, duty, reason }: DutyNews): OwnerMail {
  const names = dutyNamesIn({ tc })
  const values = { name, by, before: names[before], duty: names[duty] }
  return {
    subject: t('The duty of an administrator was changed'),
    text: joinParagraphs(
      t('{by} changed the duty of {name} from {before} to {duty}.', values),
      t('Reason: {reason}', { reason }),
      t(
        'You get this mail because you are an owner. If this is not right, change the duty back and look at the audit log.',
      ),
    ),
  }
}

interface StatusNews {
  /** The names of the administrator with the new status and of the owner who gave it. */
  name: string
  by: string
  before: Profile['status']
  status: Profile['status']
  reason: string
}

/** Tells an owner of another administrator's new status. */
export function statusChangedMail({ t, tc }: Translator, { name, by, before, status, reason }: StatusNews): OwnerMail {
  const names = profileStatusNamesIn({ tc })
  const values = { name, by, before: names[before], status: names[status] }
  return {
    subject: t('The status of an administrator was changed'),
    text: joinParagraphs(
      t('{by} changed the status of the administrator {name} from {before} to {status}.', values),
      t('Reason: {reason}', { reason }),
      t(
        'You get this mail because you are an owner. If this is not right, change the status back and look at the audit log.',
      ),
    ),
  }
}
