import { t } from '../../../../contract/translate.ts'
import { useIsCheckedByPerson } from '../../../lib/use-is-checked-by-person.ts'

/** Returns the sentences about who checks a purchase. They follow the setting of the automatic approval. */
export function useBuyCheck() {
  return useIsCheckedByPerson() ? byPerson : byPolicy
}

const byPerson = {
  after: t('after an administrator has approved it'),
  review: t('An administrator compares the slip with these figures and decides. Nothing is credited before that.'),
  submitted: (amount: string) =>
    t('An administrator compares your slip with the request for {amount}. You can follow it in your activity.', {
      amount,
    }),
}

const byPolicy: typeof byPerson = {
  after: t('after it was approved'),
  review: t('Your payment is compared with these figures. Nothing is credited before that.'),
  submitted: (amount: string) =>
    t('Your payment is compared with the request for {amount}. You can follow it in your activity.', { amount }),
}
