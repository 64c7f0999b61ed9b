import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { formatUsd, formatUsdt, formatCoins } from '../../../contract/money.ts'
import { decideRequest, type Request } from '../../../contract/requests.ts'
import { failureTitles, toasts } from '../../../contract/texts.ts'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { DecisionConflict } from './decision-conflict.tsx'
import { requestTitle, requesterOf } from './request-look.ts'

export interface Decision {
  /** The idempotency key: a second try after a lost answer is the same decision. */
  key: string
  request: Request
  status: 'approved' | 'rejected'
}

/** Buttons of the page that decide are busy while a mutation of this key runs. */
export const decisionKey = ['decide_request']

interface DecisionDialogProps {
  decision: Decision
  notes: string
  onNotes: (notes: string) => void
  /** The dialog is gone and the focus is back. True when the request has been decided, here or by somebody who was faster. */
  onClosed: (isSettled: boolean) => void
}

/** Names what is about to happen and to whom, takes the notes, and stays open when it fails. */
export function DecisionDialog({ decision, notes, onNotes, onClosed }: DecisionDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const { decide, isPending, error, isConflict, afterClose } = useDecision(decision, () => setIsOpen(false))
  const isApproval = decision.status === 'approved'
  const confirm = () => {
    if (!isPending && !isConflict) decide(notes)
  }
  const confirmByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) confirm()
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={() => onClosed(afterClose())}
      title="Confirm Action"
      description={<Consequence decision={decision} />}
      safeLabel={isConflict ? 'Close' : 'Cancel'}
      action={
        <Button
          variant={isApproval ? 'primary' : 'bad-solid'}
          busy={isPending}
          aria-disabled={isConflict || undefined}
          onClick={confirm}
        >
          {isApproval ? 'Confirm Approval' : 'Confirm Rejection'}
        </Button>
      }
    >
      {error && !isNotConfirmed(error) && <DecisionConflict request={decision.request} error={error} />}
      <Field label="Notes" note="optional" hint="The member reads them. Ctrl or ⌘ with Enter confirms.">
        <Textarea
          value={notes}
          maxLength={2000}
          readOnly={isPending}
          onChange={(event) => onNotes(event.target.value)}
          onKeyDown={confirmByKey}
        />
      </Field>
    </AlertDialog>
  )
}

function useDecision({ key, request, status }: Decision, close: () => void) {
  // What the toast will say; it waits until the dialog is gone, as it could not be reached behind it.
  const outcome = useRef<'none' | 'done' | 'failed'>('none')
  const { mutate, isPending, error } = useMutation({
    mutationKey: decisionKey,
    mutationFn: (notes: string) =>
      call(
        decideRequest,
        {
          params: { userId: requesterOf(request).userId, requestId: request.id },
          body: { status, admin_notes: notes },
        },
        { key },
      ),
    onSuccess: () => {
      outcome.current = 'done'
      close()
    },
    onError: (failure) => {
      outcome.current = isNotConfirmed(failure) ? 'none' : 'failed'
    },
  })
  const isConflict = error !== null && 'code' in error && error.code === 'already_processed'

  const afterClose = () => {
    if (outcome.current === 'done') toast(status === 'approved' ? toasts.requestApproved : toasts.requestRejected)
    if (outcome.current === 'failed') {
      toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' })
    }
    return outcome.current === 'done' || isConflict
  }
  return { decide: mutate, isPending, error, isConflict, afterClose }
}

function Consequence({ decision: { request, status } }: { decision: Decision }) {
  const { full_name, member_id } = requesterOf(request)
  return (
    <>
      <strong className="font-semibold text-ink">
        {status === 'approved' ? 'Approve' : 'Reject'}: {requestTitle(request)}
      </strong>
      <br />
      {full_name}, <span className="mono">{member_id}</span> · {formatUsd(request.amount_usd)}
      {request.kind === 'buy' && (
        <>
          {' '}
          · {formatUsdt(request.usdt_amount)}&nbsp;USDT
          {request.bonus_coins !== '0' && <> · with {formatCoins(request.bonus_coins)}&nbsp;ET bonus</>}
        </>
      )}
    </>
  )
}
