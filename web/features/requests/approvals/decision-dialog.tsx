import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { ApprovalWarning } from '../../../../contract/approval-warnings.ts'
import type { ApprovalOutlook } from '../../../../contract/outlook.ts'
import { t } from '../../../../contract/translate.ts'
import { isNotConfirmed } from '../../../lib/api-error.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { partText } from './approval-texts.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import type { WarningText } from './approval-warning-texts.ts'
import { Acknowledgements } from './acknowledgements.tsx'
import { DecisionConflict } from './decision-conflict.tsx'
import { Consequence } from './decision-consequence.tsx'
import { ApprovalNotes, RejectionReason } from './decision-notes.tsx'
import { useDecision, type Decision } from './use-decision.ts'

interface DecisionDialogProps {
  decision: Decision
  /** True once the review of the request has been read. Until then nothing can be approved. */
  isReviewed: boolean
  /** The needs of an approval; undefined until the review has been read. */
  outlook: ApprovalOutlook | null | undefined
  /** The warnings that an approval must acknowledge. */
  warnings: readonly WarningText[]
  /** Says which transfers pay for it. */
  payment: ReactNode
  notes: string
  onNotes: (notes: string) => void
  /**
   * Called when the dialog is gone and the focus is back. True if the request has been decided, here or by another
   * administrator.
   */
  onClosed: (isSettled: boolean) => void
}

interface DecisionsProps extends Omit<DecisionDialogProps, 'decision'> {
  /** Null while no decision is open. */
  decision: Decision | null
}

/** Shows the dialog of a decision. Each decision has its own, which begins with nothing ticked. */
export function Decisions({ decision, ...props }: DecisionsProps) {
  return decision && <DecisionDialog key={decision.key} decision={decision} {...props} />
}

/** Names the action and the member, takes the notes, and stays open after a failure. */
function DecisionDialog(props: DecisionDialogProps) {
  const { decision, isReviewed, outlook, warnings, payment, notes, onNotes, onClosed } = props
  const [isOpen, setIsOpen] = useState(true)
  const [read, setRead] = useState<readonly ApprovalWarning[]>([])
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const reasonArea = useRef<HTMLTextAreaElement>(null)
  const { decide, isPending, error, isConflict, afterClose } = useDecision(decision, () => setIsOpen(false))
  const isApproval = decision.status === 'approved'
  const unread = isApproval ? warnings.filter(({ name }) => !read.includes(name)) : []
  const mustWait = isApproval && !isReviewed
  const isBlocked = isConflict || mustWait || unread.length > 0
  const confirm = () => {
    if (isPending || isBlocked) return
    if (isApproval || notes.trim() !== '') return decide({ notes, acknowledged: read })
    setIsReasonMissing(true)
    reasonArea.current?.focus()
  }
  const confirmByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // A focused button would be pressed as well.
    event.preventDefault()
    confirm()
  }
  const notesProps = { notes, onNotes, isReadOnly: isPending }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={() => onClosed(afterClose())}
      onKeyDown={confirmByKey}
      title={t('Confirm Action')}
      description={<Consequence decision={decision} />}
      safeLabel={isConflict ? t('Close') : t('Cancel')}
      firstFocus={decision.isByKey && unread.length === 0 ? 'action' : 'safe'}
      action={
        <Button
          data-dialog-action
          variant={isApproval ? 'primary' : 'bad-solid'}
          busy={isPending}
          aria-disabled={isBlocked || undefined}
          aria-describedby={isBlocked ? obstacleId : undefined}
          onClick={confirm}
        >
          {isApproval ? (partText(outlook) ?? t('Confirm Approval')) : t('Confirm Rejection')}
        </Button>
      }
    >
      {error && !isNotConfirmed(error) && <DecisionConflict request={decision.request} error={error} />}
      <ApprovalNotice outlook={isApproval ? outlook : null} />
      {isApproval && payment}
      {isApproval && <Acknowledgements warnings={warnings} read={read} onRead={setRead} />}
      <Obstacle mustWait={mustWait} hasUnread={unread.length > 0} />
      {isApproval ? (
        <ApprovalNotes {...notesProps} />
      ) : (
        <RejectionReason {...notesProps} area={reasonArea} kind={decision.request.kind} isMissing={isReasonMissing} />
      )}
    </AlertDialog>
  )
}

/** Says why an approval cannot be confirmed yet. */
function Obstacle({ mustWait, hasUnread }: { mustWait: boolean; hasUnread: boolean }) {
  return (
    <p id={obstacleId} role="status" className="text-sm text-ink-2 empty:hidden">
      {mustWait && t('An approval waits until all that is known of this request has been read.')}
      {hasUnread && t('Tick the warnings that you have read.')}
    </p>
  )
}

const obstacleId = 'confirmation-obstacle'
