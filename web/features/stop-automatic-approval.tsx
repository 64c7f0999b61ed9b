import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stopAutomaticApproval } from '../../contract/endpoints/automatic-approval.ts'
import { t } from '../../contract/translate.ts'
import { settingsQuery } from '../lib/public-queries.ts'
import { useMay } from '../lib/use-may.ts'
import { Button } from '../ui/button.tsx'
import { loadWhenNeeded } from '../ui/load-when-needed.tsx'
import { Notice } from '../ui/notice.tsx'

const LateDialog = loadWhenNeeded(async () => (await import('./stop-dialog.tsx')).StopDialog)

/** Says that purchases are approved without a person, with the switch that stops it at once. Empty while it is off. */
export function StopAutomaticApproval() {
  const settings = useQuery(settingsQuery)
  const mayStop = useMay()(stopAutomaticApproval)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      {settings.data?.is_automatic_approval_on && (
        <Notice
          title={t('Automatic approval is on')}
          action={
            mayStop && (
              <Button variant="bad" size="sm" onClick={() => setIsAsking(true)}>
                {t('Stop it now')}
              </Button>
            )
          }
        >
          {t('Small purchases with an exact payment on the network are approved without a person.')}
        </Notice>
      )}
      {isAsking && <LateDialog isNeeded props={{ onClosed: () => setIsAsking(false) }} />}
    </>
  )
}
