import type { PayoutList } from '../../../../contract/endpoints/payouts.ts'
import { t } from '../../../../contract/translate.ts'

export const listNames: Record<PayoutList, string> = {
  to_pay: t('To pay'),
  sent: t('Sent'),
  flagged: t('Flagged'),
  confirmed: t('Confirmed'),
}

export const emptyTexts: Record<PayoutList, string> = {
  to_pay: t('Nothing is to be paid.'),
  sent: t('No payment is on its way.'),
  flagged: t('The network contradicts no payment.'),
  confirmed: t('The network has confirmed no payment yet.'),
}
