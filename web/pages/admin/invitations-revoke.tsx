import { revokeInvitation, type Invitation } from '../../../contract/invitations.ts'
import { call } from '../../lib/api.ts'
import { QuestionDialog } from '../../features/questions/question-dialog.tsx'

interface RevokeDialogProps {
  invitation: Invitation
  onClosed: () => void
}

export function RevokeDialog({ invitation, onClosed }: RevokeDialogProps) {
  return (
    <QuestionDialog
      title="Revoke this invitation?"
      description={`The link${invitation.email ? ` for ${invitation.email}` : ''} can no longer be used. This cannot be undone.`}
      actionLabel="Revoke invitation"
      safeLabel="Keep invitation"
      act={() => call(revokeInvitation, { params: { invitationId: invitation.id } })}
      doneToast={{ title: 'Invitation Revoked', description: 'Its link can no longer be used.' }}
      topics={['profile']}
      onClosed={onClosed}
    />
  )
}
