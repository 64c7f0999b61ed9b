import { useRef, useState, type RefObject } from 'react'
import type { Request, RequestKind } from '../../../../contract/requests.ts'
import { formatUsd } from '../../../../contract/money.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { useTextDraft } from '../../../lib/use-draft.ts'
import { useSession } from '../../../lib/session.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { BatchList } from './batch-list.tsx'
import type { Outcome } from './batch-outcome.ts'
import { omissionsOf, sumUp } from './batch-plan.ts'
import { isConfirmKey } from './is-confirm-key.ts'
import { ApprovalNotes, RejectionReason } from './decision-notes.tsx'
import type { Batch } from './use-batch.ts'
import type { Claims } from './use-approvals.ts'
import { useBatchDecision } from './use-batch-decision.ts'

interface BatchDialogProps {
  batch: Batch
  claims: Claims
  hasBeenSeen: (request: Request) => boolean
  /** Called when the dialog is gone, with the requests that are decided, and those that need no second try. */
  onClosed: (settledIds: readonly string[], answeredIds: readonly string[]) => void
}

/** Shows the dialog of a batch. Each batch has its own. */
export function Batches({ batch, ...props }: Omit<BatchDialogProps, 'batch'> & { batch: Batch | null }) {
  return batch && <BatchDialog key={batch.requests[0]?.id} batch={batch} {...props} />
}

/** Lists what will be done, takes the one note, and shows each outcome as it comes. */
function BatchDialog({ batch, claims, hasBeenSeen, onClosed }: BatchDialogProps) {
  const { status, requests, isByKey } = batch
  const { profile } = useSession()
  const [isOpen, setIsOpen] = useState(true)
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const reasonArea = useRef<HTMLTextAreaElement>(null)
  const kind = requests[0]?.kind ?? 'buy'
  const note = useTextDraft(`note:batch:${kind}:${status}`)
  const { outcomes, sendingIds, isRunning, run } = useBatchDecision(batch)
  const isApproval = status === 'approved'
  const omissions = omissionsOf(batch, (request) => ({
    claim: outcomes.has(request.id) ? undefined : claims.get(request.id),
    ownId: profile?.id,
    isSeen: outcomes.has(request.id) || hasBeenSeen(request),
  }))
  const due = requests.filter(({ id }) => !omissions.has(id) && (outcomes.get(id)?.isRetryable ?? true))
  const confirm = () => {
    if (isRunning || due.length === 0) return
    if (isApproval || note.text.trim() !== '') return void run(due, note.text)
    setIsReasonMissing(true)
    reasonArea.current?.focus()
  }
  const finish = () => {
    const { settledIds, answeredIds } = sortOut(outcomes)
    if (settledIds.length > 0) note.drop()
    onClosed(settledIds, answeredIds)
  }
  const noteProps = { isApproval, kind, note, isMissing: isReasonMissing, isReadOnly: isRunning, area: reasonArea }
  const hasBegun = isRunning || outcomes.size > 0

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isRunning && setIsOpen(open)}
      onClosed={finish}
      onKeyDown={(event) => isConfirmKey(event) && confirm()}
      title={titleOf(isApproval, requests.length)}
      description={<Sums requests={hasBegun ? requests.filter(({ id }) => !omissions.has(id)) : due} />}
      safeLabel={hasBegun ? t('Close') : t('Cancel')}
      firstFocus={isByKey ? 'action' : 'safe'}
      className="sm:max-w-xl"
      action={
        (due.length > 0 || !hasBegun) && (
          <Button
            {...actionProps}
            variant={isApproval ? 'primary' : 'bad-solid'}
            busy={isRunning}
            aria-disabled={due.length === 0 || undefined}
            onClick={confirm}
          >
            {hasBegun ? t('Try again') : actionText(isApproval, due.length)}
          </Button>
        )
      }
    >
      <BatchNotes isApproval={isApproval} isBuy={kind === 'buy'} />
      <BatchList requests={requests} omissions={omissions} outcomes={outcomes} sendingIds={sendingIds} />
      <BatchNote {...noteProps} />
    </AlertDialog>
  )
}

const approvalNote = t(
  'Each request is judged alone. One with a warning is left for a look of its own. A decision over the limit asks you to confirm that it is you, one by one.',
)
const rejectionNote = t(
  'Each request is judged alone, and each member reads this reason. A decision over the limit asks you to confirm that it is you, one by one.',
)
const slipNote = t('Purchases are approved by their slips here. No transfer on chain is named for them.')

interface BatchNoteProps {
  isApproval: boolean
  kind: RequestKind
  isMissing: boolean
  note: { text: string; setText: (text: string) => void }
  isReadOnly: boolean
  area: RefObject<HTMLTextAreaElement | null>
}

/** The one note that the members of a batch read. */
function BatchNote({ isApproval, kind, isMissing, note, isReadOnly, area }: BatchNoteProps) {
  const props = { notes: note.text, onNotes: note.setText, isReadOnly }
  return isApproval ? (
    <ApprovalNotes {...props} />
  ) : (
    <RejectionReason {...props} area={area} kind={kind} isMissing={isMissing} />
  )
}

function BatchNotes({ isApproval, isBuy }: { isApproval: boolean; isBuy: boolean }) {
  return (
    <>
      <p className="text-sm text-ink-2">{isApproval ? approvalNote : rejectionNote}</p>
      {isApproval && isBuy && <p className="text-sm text-ink-2">{slipNote}</p>}
    </>
  )
}

/** Gives the focus to the button that closes the dialog, once this button goes after the last outcome. */
function passFocusOn(button: HTMLButtonElement) {
  return () => {
    if (document.activeElement !== button) return
    button.closest('[role=alertdialog]')?.querySelector<HTMLElement>('[data-dialog-safe]')?.focus()
  }
}

const actionProps = { ref: passFocusOn, 'data-dialog-action': true }

/** Returns the requests that are decided, and those that need no second try. */
function sortOut(outcomes: ReadonlyMap<string, Outcome>) {
  const idsOf = (isMeant: (outcome: Outcome) => boolean) =>
    [...outcomes].flatMap(([id, outcome]) => (isMeant(outcome) ? [id] : []))
  return {
    settledIds: idsOf(({ isSettled }) => isSettled),
    answeredIds: idsOf(({ isRetryable }) => !isRetryable),
  }
}

function titleOf(isApproval: boolean, count: number): string {
  return isApproval
    ? tn('Approve {count} request', 'Approve {count} requests', count)
    : tn('Reject {count} request', 'Reject {count} requests', count)
}

function actionText(isApproval: boolean, count: number): string {
  return isApproval ? tn('Approve {count}', 'Approve {count}', count) : tn('Reject {count}', 'Reject {count}', count)
}

/** The exact sums of what will be decided. */
function Sums({ requests }: { requests: readonly Request[] }) {
  const { coins, usd } = sumUp(requests)
  return (
    <strong className="font-semibold text-ink">
      {tn('{count} request: {coins}, {usd}', '{count} requests: {coins}, {usd}', requests.length, {
        coins: coinsText(coins),
        usd: formatUsd(usd),
      })}
    </strong>
  )
}
