import { useState } from 'react'
import { stopAutomaticApproval } from '../../../contract/endpoints/automatic-approval.ts'
import { t } from '../../../contract/translate.ts'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'

/** The notice and the question of the switch. The question stays open when a colleague is faster. */
export function StopNotice({ isOn }: { isOn: boolean }) {
  const mayStop = useMay()(stopAutomaticApproval)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      {isOn && (
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
      {isAsking && (
        <ConfirmDialog
          title={t('Stop the automatic approval?')}
          description={t(
            'It stops at once, and all owners get a mail. To start it again, an owner asks for it in the settings, and another one agrees.',
          )}
          actionLabel={t('Stop it now')}
          safeLabel={t('Cancel')}
          act={() => call(stopAutomaticApproval, {})}
          doneToast={{
            title: t('Automatic Approval Stopped'),
            description: t('People decide all purchases from now on.'),
          }}
          topics={['settings', 'changes']}
          onClosed={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
