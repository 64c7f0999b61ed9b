import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cancelRequest } from '../../../../contract/endpoints/requests.ts'
import type { Request } from '../../../../contract/requests.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { requestTitle } from '../../../features/requests/request-display.ts'

interface CancelRequestProps {
  request: Request
  /** Called when the request has been cancelled and the dialog is gone. */
  onCancelled?: (() => void) | undefined
}

/** Cancels one's own pending request, after a question. */
export function CancelRequest({ request, onCancelled }: CancelRequestProps) {
  // One key for one intent: a second try after a lost answer is the same cancellation.
  const [key] = useState(() => crypto.randomUUID())
  const [isOpen, setIsOpen] = useState(false)
  const { cancelQuestion, cancelConsequence } = kinds[request.kind]
  const afterClose = useRef<(() => void) | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call(cancelRequest, { params: { requestId: request.id } }, { key }),
    onSuccess: () => {
      afterClose.current = () => {
        onCancelled?.()
        toast({
          title: t('Request cancelled'),
          description: t('{request} was taken back.', { request: requestTitle(request) }),
        })
      }
      setIsOpen(false)
    },
    onError: (failure) => {
      afterClose.current = () => {
        toast({ title: failureTitles.update, description: messageOf(failure), variant: 'destructive' })
        reset()
      }
    },
  })
  const change = (open: boolean) => {
    if (!isPending) setIsOpen(open)
  }
  const finish = () => {
    afterClose.current?.()
    afterClose.current = null
    // The lists are refreshed only now. A fresh list has no button to cancel, so this dialog and its message would be
    // gone.
    refetchTopics(['requests', 'wallet'])
  }

  return (
    <>
      <Button variant="bad" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('Cancel request')}
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={change}
        title={cancelQuestion}
        description={cancelConsequence(requestTitle(request))}
        onClosed={finish}
        safeLabel={t('Keep request')}
        action={
          <Button variant="bad-solid" busy={isPending} onClick={() => mutate()}>
            {t('Cancel request')}
          </Button>
        }
      >
        {error && (
          <Notice tone="bad" role="alert">
            {messageOf(error)}
          </Notice>
        )}
      </AlertDialog>
    </>
  )
}
