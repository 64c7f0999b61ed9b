import { formatUsd, formatCoins, type Decimal } from '../../../contract/money.ts'
import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

interface LoneNews {
  /** The names of the administrator who made the call, and of the member. */
  by: string
  member: string
  ready_at: string
}

/** Tells an owner of an approval of great worth that no second administrator looks at. */
export function loneApprovalMail({ t }: Translator, news: LoneNews & { worth: Decimal }): OwnerMail {
  const { by, member, worth, ready_at: readyAt } = news
  return {
    subject: t('An approval of great worth waits for 24 hours'),
    text: joinParagraphs(
      t('{by} approved a request of {member} that is worth {worth}.', { by, member, worth: formatUsd(worth) }),
      waitText({ t }, readyAt),
    ),
  }
}

/** Tells an administrator of a request with a first approval that waits for a second one. */
export function firstApprovalMail(
  { t }: Translator,
  { by, number, worth }: { by: string; number: string; worth: Decimal },
): OwnerMail {
  return {
    subject: t('A request waits for a second administrator: {number}', { number }),
    text: joinParagraphs(
      t('{by} approved the request {number}, which is worth {worth}.', { by, number, worth: formatUsd(worth) }),
      t(
        'It needs a second administrator. Please look at it under "Second approvals", and complete the approval or reject the request.',
      ),
    ),
  }
}

/** Tells an owner of a correction of great worth that no second owner looks at. */
export function loneAdjustmentMail({ t }: Translator, news: LoneNews & { coins: Decimal; reason: string }): OwnerMail {
  const { by, member, coins, reason, ready_at: readyAt } = news
  return {
    subject: t('An adjustment of great worth waits for 24 hours'),
    text: joinParagraphs(
      t('{by} adjusts the balance of {member} by {coins}.', { by, member, coins: formatCoins(coins) }),
      t('Reason: {reason}', { reason }),
      waitText({ t }, readyAt),
    ),
  }
}

function waitText({ t }: Pick<Translator, 't'>, readyAt: string): string {
  return t(
    'There is no second administrator to look at it, so it can be completed no earlier than {time} UTC. If this was not agreed, change the password of that account at once.',
    { time: readyAt.slice(0, 16).replace('T', ' ') },
  )
}
