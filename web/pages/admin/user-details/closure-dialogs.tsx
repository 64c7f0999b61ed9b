import { beginClosure, callOffClosure, closureDays } from '../../../../contract/endpoints/account-closure.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { t } from '../../../../contract/translate.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'

interface ClosureDialogProps {
  profile: Profile
  onClosed: () => void
}

/** Begins to close the account of a member who has asked for it. */
export function BeginClosureDialog({ profile: { id: userId, full_name: name }, onClosed }: ClosureDialogProps) {
  return (
    <ReasonDialog
      title={t('Close account')}
      description={t(
        'Only if {name} has asked for it. They get a mail, and can keep the account for {days} days. Then their details, log-ins and messages are removed for ever, and the books stay. An account with coins, a debt, an open request, an unfinished payment or a waiting change cannot be closed.',
        { name, days: closureDays },
      )}
      actionLabel={t('Begin to close')}
      draftKey={`closure-reason:${userId}`}
      tone="bad-solid"
      act={(reason) => call(beginClosure, { params: { userId }, body: { reason } })}
      done={{ title: t('Closing begun'), description: t('{name} is told by mail.', { name }) }}
      onClosed={onClosed}
    />
  )
}

/** Keeps an account that waits to be closed. */
export function CallOffDialog({ profile: { id: userId, full_name: name }, onClosed }: ClosureDialogProps) {
  return (
    <ReasonDialog
      title={t('Call off the closing')}
      description={t('The account of {name} stays.', { name })}
      actionLabel={t('Keep the account')}
      draftKey={`call-off-reason:${userId}`}
      act={(reason) => call(callOffClosure, { params: { userId }, body: { reason } })}
      done={{ title: t('Closing called off'), description: t('{name} is told by mail.', { name }) }}
      onClosed={onClosed}
    />
  )
}
