import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { deletePackage, type ManagedPackage } from '../../../contract/packages.ts'
import { deletePackageQuestion, failureTitles, toasts } from '../../../contract/texts.ts'
import { deletionText } from '../../features/packages/package-words.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { refetchTopics } from '../../lib/query-client.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

interface DeleteDialogProps {
  package: ManagedPackage
  onClosed: () => void
}

export function DeleteDialog({ package: item, onClosed }: DeleteDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  // What the toast will say; it waits until the dialog is gone, as it could not be reached behind it.
  const isDone = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(deletePackage, { params: { packageId: item.id } }),
    onSuccess: () => {
      isDone.current = true
      setIsOpen(false)
    },
    // Whether it went or not, the list shows what became of the package.
    onSettled: () => refetchTopics(['packages']),
  })
  const finish = () => {
    if (isDone.current) {
      // The button that opened the dialog goes with the card.
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      toast(toasts.packageDeleted)
    } else if (error) toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' })
    onClosed()
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={finish}
      title={<span className="wrap-anywhere">Delete {item.package_name}?</span>}
      description={
        <>
          <p>{deletePackageQuestion}</p>
          <p className="mt-2">{deletionText(item)}</p>
        </>
      }
      safeLabel={error ? 'Close' : 'Keep package'}
      action={
        <Button variant="bad-solid" busy={isPending} onClick={() => mutate()}>
          Delete package
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
