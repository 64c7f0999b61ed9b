import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../contract/translate.ts'
import { settingsQuery } from '../../../lib/public-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Says in a demonstration that its payouts are made up. Empty elsewhere. */
export function MadeUpPayoutNote() {
  const { data: settings } = useQuery(settingsQuery)
  if (settings?.is_demo !== true) return null
  return (
    <Notice title={t('Demonstration: payouts are made up')}>
      {t('Pay nothing. Record a made-up hash, and the made-up network confirms the payout about a minute later.')}
    </Notice>
  )
}

/** Makes up the hash of a transaction in a demonstration. Empty elsewhere. */
export function MadeUpHash({ onMade }: { onMade: (hash: string) => void }) {
  const { data: settings } = useQuery(settingsQuery)
  if (settings?.is_demo !== true) return null
  return (
    <div>
      <Button variant="ghost" size="sm" onClick={() => onMade(makeHash())}>
        {t('Fill in a made-up hash')}
      </Button>
    </div>
  )
}

function makeHash(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
