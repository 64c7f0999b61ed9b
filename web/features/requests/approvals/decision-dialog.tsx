import { useRef, useState, type ReactNode } from 'react'
import type { ApprovalWarning } from '../../../../contract/approval-warnings.ts'
import type { Claim } from '../../../../contract/desk-claims.ts'
import { reuseReasonLength } from '../../../../contract/endpoints/requests.ts'
import type { ApprovalOutlook } from '../../../../contract/outlook.ts'
import type { EarlierUse } from '../../../../contract/payment-reuse.ts'
import { t } from '../../../../contract/translate.ts'
import { isNotConfirmed } from '../../../lib/api-error.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { ClaimNotice } from './claim-notice.tsx'
import { partText } from './approval-texts.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import type { WarningText } from './approval-warning-texts.ts'
import { Acknowledgements } from './acknowledgements.tsx'
import { DecisionConflict } from './decision-conflict.tsx'
import { Consequence } from './decision-consequence.tsx'
import { ApprovalNotes, RejectionReason } from './decision-notes.tsx'
import { isConfirmKey } from './is-confirm-key.ts'
import { ReuseReason } from './reuse-reason.tsx'
import { useDecision, type Confirmation, type Decision } from './use-decision.ts'

interface DecisionDialogProps {
  decision: Decision
  /** The other administrators who have to do with the request now. */
  claim?: Claim | undefined
  /** True once the review of the request has been read. Until then nothing can be approved. */
  isReviewed: boolean
  /** The needs of an approval; undefined until the review has been read. */
  outlook: ApprovalOutlook | null | undefined
  /** The warnings that an approval must acknowledge. */
  warnings: readonly WarningText[]
  /** Says which transfers pay for it. */
  payment: ReactNode
  /** The approved buys to which the payment belongs already. An approval then needs a reason. */
  earlierUses?: readonly EarlierUse[] | undefined
  notes: string
  onNotes: (notes: string) => void
  /**
   * Called when the dialog is gone and the focus is back. True if the request has been decided, here or by another
   * administrator.
   */
  onClosed: (isSettled: boolean) => void
  /** Takes the decision over and goes on at once; undefined if this dialog waits for the answer. */
  onSend?: ((confirmation: Confirmation) => void) | undefined
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
  const [reuseReason, setReuseReason] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const reasonArea = useRef<HTMLTextAreaElement>(null)
  const { decide, isPending, error, isConflict, afterClose } = useDecision(decision, () => setIsOpen(false))
  const isApproval = decision.status === 'approved'
  const unread = isApproval ? warnings.filter(({ name }) => !read.includes(name)) : []
  const mustWait = isApproval && !isReviewed
  const uses = usesOf(props)
  const isReuse = uses.length > 0
  const isUnexplained = isReuse && reuseReason.trim().length < reuseReasonLength.min
  const isBlocked = isConflict || mustWait || unread.length > 0 || isUnexplained
  const notesProps = { notes, onNotes, isReadOnly: isPending }
  const confirmation = { notes, acknowledged: read, reuseReason: isReuse ? reuseReason.trim() : undefined }
  const confirm = () => {
    if (isPending || isBlocked) return
    if (isApproval || notes.trim() !== '') return (props.onSend ?? decide)(confirmation)
    setIsReasonMissing(true)
    reasonArea.current?.focus()
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={() => onClosed(afterClose())}
      onKeyDown={(event) => isConfirmKey(event) && confirm()}
      title={t('Confirm Action')}
      description={<Consequence decision={decision} />}
      safeLabel={isConflict ? t('Close') : t('Cancel')}
      firstFocus={decision.isByKey && unread.length === 0 && !isReuse ? 'action' : 'safe'}
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
      <Beforehand claim={props.claim} outlook={isApproval ? outlook : null} />
      {isApproval && payment}
      {isApproval && <Acknowledgements warnings={warnings} read={read} onRead={setRead} />}
      <ReuseReason uses={uses} reason={reuseReason} onReason={setReuseReason} isReadOnly={isPending} />
      <Obstacle mustWait={mustWait} hasUnread={unread.length > 0} isUnexplained={isUnexplained} />
      {isApproval ? (
        <ApprovalNotes {...notesProps} />
      ) : (
        <RejectionReason {...notesProps} area={reasonArea} kind={decision.request.kind} isMissing={isReasonMissing} />
      )}
    </AlertDialog>
  )
}

/** Says who else has to do with the request, and what an approval needs. */
function Beforehand({ claim, outlook }: Pick<DecisionDialogProps, 'claim' | 'outlook'>) {
  return (
    <>
      <ClaimNotice claim={claim} />
      <ApprovalNotice outlook={outlook} />
    </>
  )
}

/** Returns the approved buys to which the payment of an approval belongs already. */
function usesOf({ decision, earlierUses = [] }: DecisionDialogProps): readonly EarlierUse[] {
  return decision.status === 'approved' ? earlierUses : []
}

/** Says why an approval cannot be confirmed yet. */
function Obstacle(props: { mustWait: boolean; hasUnread: boolean; isUnexplained: boolean }) {
  const { mustWait, hasUnread, isUnexplained } = props
  return (
    <p id={obstacleId} role="status" className="text-sm text-ink-2 empty:hidden">
      {mustWait && t('An approval waits until all that is known of this request has been read.')}
      {hasUnread && t('Tick the warnings that you have read.')}
      {isUnexplained &&
        !hasUnread &&
        t('Say in at least {count} characters why this approval is right.', { count: reuseReasonLength.min })}
    </p>
  )
}

const obstacleId = 'confirmation-obstacle'
