import { t } from '../../contract/translate.ts'
import { Notice } from '../ui/notice.tsx'

export function MadeUpPaymentText() {
  return (
    <Notice title={t('Demonstration: payments are made up')}>
      {t(
        'Send nothing. A payment for each purchase appears by itself some seconds after it was submitted, and is final about a minute later.',
      )}
    </Notice>
  )
}
