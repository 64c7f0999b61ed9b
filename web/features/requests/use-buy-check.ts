import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/translate.ts'
import { settingsQuery } from '../../lib/public-queries.ts'

/**
 * Returns the sentences about who checks a purchase. This one place follows the setting of the automatic approval. While the setting
 * is unknown, they promise no person.
 */
export function useBuyCheck() {
  const isByPerson = useQuery(settingsQuery).data?.is_automatic_approval_on === false
  return isByPerson ? byPerson : byPolicy
}

const byPerson = {
  after: t('after an administrator has approved it'),
  review: t('An administrator compares the slip with these figures and decides. Nothing is credited before that.'),
  submitted: (amount: string) =>
    t('An administrator compares your slip with the request for {amount}. You can follow it in your activity.', {
      amount,
    }),
  waiting: t('An administrator checks it by hand.'),
}

const byPolicy: typeof byPerson = {
  after: t('after it was approved'),
  review: t('Your payment is compared with these figures. Nothing is credited before that.'),
  submitted: (amount: string) =>
    t('Your payment is compared with the request for {amount}. You can follow it in your activity.', { amount }),
  waiting: t('Your payment is being checked.'),
}
