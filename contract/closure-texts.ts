import type { ClosureObstacle } from './endpoints/account-closure.ts'
import type { Translator } from './translate.ts'

/** Returns what keeps an account from being closed, in the language of a translator. */
export function closureObstacleNamesIn({ t }: Pick<Translator, 't'>): Record<ClosureObstacle, string> {
  return {
    debt: t('The account owes coins of a reversed request.'),
    balance: t('The account has coins.'),
    locked: t('Coins of the account are locked for a withdrawal or a transfer.'),
    requests: t('A request of the account waits for a decision.'),
    payouts: t('The payment of a withdrawal is not finished.'),
    proposal: t('Administrators have a change of the account under way.'),
    review: t('The account is being looked into.'),
  }
}
