import { dutyNamesIn } from '../../../contract/duty-names.ts'
import { profileStatusNamesIn } from '../../../contract/profile-status-names.ts'
import type { ChangeKind } from '../../../contract/proposed-changes.ts'
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

/** An act of an owner on another administrator's account, beside a change of duty or status. */
interface AccountNews {
  /** The names of the administrator and of the owner. */
  name: string
  by: string
  reason: string
}

/** Tells an administrator that an owner ended all their sessions. */
export function ownSignedOutMail({ t }: Translator, { by, reason }: AccountNews): OwnerMail {
  return {
    subject: t('You were signed out'),
    text: joinParagraphs(
      t('{by} ended all your sessions as an administrator of ET. You can log in again.', { by }),
      t('Reason: {reason}', { reason }),
    ),
  }
}

/** Tells an owner that another administrator was signed out. */
export function signedOutMail({ t }: Translator, { name, by, reason }: AccountNews): OwnerMail {
  return {
    subject: t('An administrator was signed out'),
    text: joinParagraphs(
      t('{by} ended all sessions of the administrator {name}.', { by, name }),
      t('Reason: {reason}', { reason }),
      lookAtTheLog({ t }),
    ),
  }
}

/** Tells an owner that another administrator has no second factor any more. */
export function administratorResetMail({ t }: Translator, { name, by, reason }: AccountNews): OwnerMail {
  return {
    subject: t('The second factor of an administrator was removed'),
    text: joinParagraphs(
      t('{by} turned two-factor authentication off for the account of the administrator {name}.', { by, name }),
      t('Reason: {reason}', { reason }),
      lookAtTheLog({ t }),
    ),
  }
}

function lookAtTheLog({ t }: Pick<Translator, 't'>): string {
  return t(
    'You get this mail because you are an owner. If this is not right, look at the audit log and ask the person.',
  )
}

/** Tells an owner of a change that waits for a second owner. */
export function changeProposedMail({ t }: Translator, { by, kind }: { by: string; kind: ChangeKind }): OwnerMail {
  const what = {
    adjustment: t('an adjustment'),
    settings: t('the settings'),
    policy: t('a rule for great worth'),
    package: t('a package'),
    duty: t('the duty of an administrator'),
    status: t('the status of an administrator'),
    invitation: t('an invitation of an administrator'),
    reversal: t('a reversal of a request'),
  }[kind]
  return {
    subject: t('A change waits for a second owner'),
    text: joinParagraphs(
      t('{by} asks for a change: {what}.', { by, what }),
      t(
        'It takes effect when another owner approves it. Without another owner, it can be completed after 24 hours. Please look at it under "Second approvals". If it was not agreed, decline it.',
      ),
    ),
  }
}

/** Tells an owner that an administrator has read about more members than a person does in a day. */
export function membersReadMail({ t }: Translator, news: { name: string; count: number }): OwnerMail {
  return {
    subject: t('An administrator has read about very many members'),
    text: joinParagraphs(
      t(
        '{name} has read about {count} members within a day, and is refused further ones until some time has passed.',
        news,
      ),
      t(
        'A person rarely does that: it may be a program with a stolen session. Please ask, and sign the person out if you have a doubt.',
      ),
    ),
  }
}
