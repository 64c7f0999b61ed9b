import { stopAutomaticApproval } from '../../contract/endpoints/automatic-approval.ts'
import { t } from '../../contract/translate.ts'
import { call } from '../lib/api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

export function StopDialog({ onClosed }: { onClosed: () => void }) {
  return (
    <ConfirmDialog
      title={t('Stop the automatic approval?')}
      description={t(
        'It stops at once, and all owners get a mail. To start it again, an owner asks for it in the settings, and another one agrees.',
      )}
      actionLabel={t('Stop it now')}
      safeLabel={t('Cancel')}
      act={() => call(stopAutomaticApproval, {})}
      doneToast={{ title: t('Automatic Approval Stopped'), description: t('People decide all purchases from now on.') }}
      topics={['settings', 'changes']}
      onClosed={onClosed}
    />
  )
}
