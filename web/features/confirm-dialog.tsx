import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import type { Topic } from '../../contract/events.ts'
import { failureTitles, type ToastText } from '../../contract/texts.ts'
import { t } from '../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../lib/api-error.ts'
import { refetchTopics } from '../lib/query-client.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'

interface ConfirmDialogProps {
  title: ReactNode
  description: ReactNode
  actionLabel: string
  /** The label of the button that changes nothing. */
  safeLabel: string
  act: () => Promise<unknown>
  doneToast: ToastText
  /** The topics to read again afterwards, also after a failure. */
  topics: readonly Topic[]
  /** Called after a success, when the dialog is gone and before the toast shows. */
  onDone?: () => void
  onClosed: () => void
}

/** Asks before an action that cannot be undone, runs it, and reports the result. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, actionLabel, safeLabel, act, doneToast, topics, onDone, onClosed } = props
  const [isOpen, setIsOpen] = useState(true)
  // The toast waits until the dialog is gone, as it could not be reached behind it.
  const isDone = useRef(false)
  const {
    mutate,
    isPending,
    error: failure,
  } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      isDone.current = true
      setIsOpen(false)
    },
    onSettled: () => refetchTopics(topics),
  })
  // A person who does not prove the call has taken it back. That is no failure.
  const error = isNotConfirmed(failure) ? null : failure
  const finish = () => {
    if (isDone.current) {
      onDone?.()
      toast(doneToast)
    } else if (error) toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' })
    onClosed()
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={finish}
      title={title}
      description={description}
      safeLabel={error ? t('Close') : safeLabel}
      action={
        <Button variant="bad-solid" busy={isPending} onClick={() => mutate()}>
          {actionLabel}
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
