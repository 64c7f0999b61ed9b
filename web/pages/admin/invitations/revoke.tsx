import { revokeInvitation } from '../../../../contract/endpoints/invitations.ts'
import type { Invitation } from '../../../../contract/invitations.ts'
import { t } from '../../../../contract/translate.ts'
import { call } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../features/confirm-dialog.tsx'

interface RevokeDialogProps {
  invitation: Invitation
  onClosed: () => void
}

export function RevokeDialog({ invitation: { id, email }, onClosed }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      title={t('Revoke this invitation?')}
      description={
        email
          ? t('The link for {email} can no longer be used. This cannot be undone.', { email })
          : t('The link can no longer be used. This cannot be undone.')
      }
      actionLabel={t('Revoke invitation')}
      safeLabel={t('Keep invitation')}
      act={() => call(revokeInvitation, { params: { invitationId: id } })}
      doneToast={{ title: t('Invitation Revoked'), description: t('Its link can no longer be used.') }}
      topics={['profile']}
      onClosed={onClosed}
    />
  )
}
