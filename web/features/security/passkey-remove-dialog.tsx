import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { removePasskey } from '../../../contract/endpoints/passkeys.ts'
import type { Passkey } from '../../../contract/passkeys.ts'
import { t } from '../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { readTwoFactorAgain } from './security-queries.ts'

interface RemovePasskeyDialogProps {
  passkey: Passkey
  /** `isRemoved` is true if the passkey is gone. */
  onClosed: (isRemoved: boolean) => void
}

export function RemovePasskeyDialog({ passkey: { id: passkeyId, name }, onClosed }: RemovePasskeyDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  // The toast waits until the dialog is gone, as it could not be reached behind it.
  const isRemoved = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => call(removePasskey, { params: { passkeyId } }),
    onSuccess: () => {
      isRemoved.current = true
      setIsOpen(false)
    },
    onSettled: readTwoFactorAgain,
  })
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={() => {
        if (isRemoved.current) toast({ title: t('Passkey removed') })
        onClosed(isRemoved.current)
      }}
      title={t('Remove the passkey {name}', { name })}
      description={t(
        'It opens your account no longer. Remove it from your device as well, which may go on offering it.',
      )}
      safeLabel={t('Cancel')}
      action={
        <Button variant="bad-solid" busy={isPending} onClick={() => mutate()}>
          {t('Remove')}
        </Button>
      }
    >
      {error && !isNotConfirmed(error) && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
    </AlertDialog>
  )
}
