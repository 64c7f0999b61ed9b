import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { revokeInvitation, type Invitation } from '../../../contract/invitations.ts'
import { failureTitles } from '../../../contract/texts.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { refetchTopics } from '../../lib/query-client.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

interface RevokeDialogProps {
  invitation: Invitation
  onClosed: () => void
}

export function RevokeDialog({ invitation, onClosed }: RevokeDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  // What the toast will say; it waits until the dialog is gone, as it could not be reached behind it.
  const isDone = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { invitationId: invitation.id } }),
    onSuccess: () => {
      isDone.current = true
      setIsOpen(false)
    },
    // Whether it went or not, the list shows what became of the invitation.
    onSettled: () => refetchTopics(['profile']),
  })
  const finish = () => {
    if (isDone.current) toast({ title: 'Invitation Revoked', description: 'Its link can no longer be used.' })
    else if (error) toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' })
    onClosed()
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={finish}
      title="Revoke this invitation?"
      description={`The link${invitation.email ? ` for ${invitation.email}` : ''} can no longer be used. This cannot be undone.`}
      safeLabel={error ? 'Close' : 'Keep invitation'}
      action={
        <Button variant="bad-solid" busy={isPending} onClick={() => mutate()}>
          Revoke invitation
        </Button>
      }
    >
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
    </AlertDialog>
  )
}
