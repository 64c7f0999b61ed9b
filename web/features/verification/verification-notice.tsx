import type { ReactNode } from 'react'
import { t, tn } from '../../../contract/translate.ts'
import type { Verification } from '../../../contract/verification.ts'
import { Notice } from '../../ui/notice.tsx'

/** Warns of open findings, and of books that are not checked. Only books that were checked just now get no warning. */
export function VerificationNotice({ verification, action }: { verification: Verification; action?: ReactNode }) {
  const { state, open_count: count, findings } = verification
  if (state === 'open') {
    const stopsAll = findings.some(({ stops, release }) => stops === 'platform' && release === null)
    return (
      <Notice
        tone="bad"
        title={tn('The books have {count} open finding.', 'The books have {count} open findings.', count)}
        action={action}
      >
        {stopsAll
          ? t('Nothing is approved until an owner has released it.')
          : t('Coins of the accounts that are concerned do not move until an owner has released them.')}
      </Notice>
    )
  }
  if (state === 'never') {
    return (
      <Notice tone="warn" title={t('The books have not been checked yet.')} action={action}>
        {t('The first check begins soon after the start of the server.')}
      </Notice>
    )
  }
  if (state === 'good') return null
  return (
    <Notice tone="warn" title={t('The check of the books is late.')} action={action}>
      {t('Nothing is known about the books since the last one. The log of the server says why.')}
    </Notice>
  )
}
