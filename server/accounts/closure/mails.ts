import { closureDays, type ClosureObstacle } from '../../../contract/endpoints/account-closure.ts'
import { closureObstacleNamesIn } from '../../../contract/closure-texts.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

interface Asked {
  /** The time of the end, as an ISO text. */
  closesAt: string
  /** The reason of an administrator; null if the member asked. */
  reason: string | null
  /** The page on which the member keeps the account. */
  url: string
}

/** Goes to the member, who can still keep the account. */
export function closureAskedMail({ t }: Translator, { closesAt, reason, url }: Asked): OwnerMail {
  return {
    subject: t('Your account is going to be closed'),
    text: joinParagraphs(
      reason === null
        ? t('Your account at ET is going to be closed, as was asked for in your profile.')
        : t('An administrator of ET is going to close your account. Reason: {reason}', { reason }),
      t('It is closed in {days} days, after {time} UTC. This cannot be undone.', {
        days: String(closureDays),
        time: closesAt.slice(0, 16).replace('T', ' '),
      }),
      t('To keep the account, log in before that and choose "Keep my account":'),
      url,
    ),
  }
}

export function accountKeptMail({ t }: Translator, { reason }: { reason: string | null }): OwnerMail {
  return {
    subject: t('Your account stays'),
    text: joinParagraphs(
      reason === null
        ? t('Your account at ET is not going to be closed, as was asked for in your profile.')
        : t('An administrator of ET has called off the closing of your account. Reason: {reason}', { reason }),
    ),
  }
}

interface Withdrawn {
  obstacles: readonly ClosureObstacle[]
  url: string
}

/** Tells the member that the account stays, because of something that has come up since. */
export function closureWithdrawnMail(translator: Translator, { obstacles, url }: Withdrawn): OwnerMail {
  const { t } = translator
  const names = closureObstacleNamesIn(translator)
  return {
    subject: t('Your account could not be closed'),
    text: joinParagraphs(
      t('Your account at ET stays open, because something stood in the way when it was to be closed:'),
      obstacles.map((obstacle) => `- ${names[obstacle]}`).join('\n'),
      t('Your profile says what you can do about it. Then you can ask again:'),
      url,
    ),
  }
}

/** Tells an owner of the platform that an account stays, which an administrator wanted to close. */
export function begunClosureWithdrawnMail(
  translator: Translator,
  { memberId, obstacles, url }: Withdrawn & { memberId: string },
): OwnerMail {
  const { t } = translator
  const names = closureObstacleNamesIn(translator)
  return {
    subject: t('The account {memberId} could not be closed', { memberId }),
    text: joinParagraphs(
      t('The account {memberId}, which an administrator wanted to close, stays open:', { memberId }),
      obstacles.map((obstacle) => `- ${names[obstacle]}`).join('\n'),
      url,
    ),
  }
}

/** The last mail to an address. */
export function accountClosedMail({ t }: Translator): OwnerMail {
  return {
    subject: t('Your account is closed'),
    text: joinParagraphs(
      t('Your account at ET is closed now. Your details, log-ins, addresses and chat messages are removed.'),
      t('The records of coins and payments stay without your name, because the books must add up.'),
      t('This address is free for a new account.'),
    ),
  }
}
