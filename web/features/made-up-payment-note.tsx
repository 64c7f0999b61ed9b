import { useQuery } from '@tanstack/react-query'
import { t } from '../../contract/translate.ts'
import { settingsQuery } from '../lib/public-queries.ts'
import { Notice } from '../ui/notice.tsx'

/** Says in a demonstration that its payments are made up. Empty elsewhere. */
export function MadeUpPaymentNote() {
  const { data: settings } = useQuery(settingsQuery)
  if (settings?.is_demo !== true) return null
  return (
    <Notice title={t('Demonstration: payments are made up')}>
      {t(
        'Send nothing. A payment for each purchase appears by itself some seconds after it was submitted, and is final about a minute later.',
      )}
    </Notice>
  )
}
