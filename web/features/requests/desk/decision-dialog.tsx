import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatUsd, formatUsdt } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import type { WalletWarning } from '../../../../contract/wallet-review.ts'
import { isNotConfirmed } from '../../../lib/api-error.ts'
import { richText } from '../../../lib/rich-text.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { coinsText, requestTitle, requesterOf } from '../request-look.ts'
import { DecisionConflict } from './decision-conflict.tsx'
import { useDecision, type Decision } from './use-decision.ts'

interface DecisionDialogProps {
  decision: Decision
  /** Whether all that is known of the request has been read, without which nothing is approved. */
  isReviewed: boolean
  /** What an approval must acknowledge, in words. */
  warnings: readonly { name: WalletWarning; text: string }[]
  notes: string
  onNotes: (notes: string) => void
  /** The dialog is gone and the focus is back. True when the request has been decided, here or by somebody who was faster. */
  onClosed: (isSettled: boolean) => void
}

/** Names what is about to happen and to whom, takes the notes, and stays open when it fails. */
export function DecisionDialog({ decision, isReviewed, warnings, notes, onNotes, onClosed }: DecisionDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [read, setRead] = useState<readonly WalletWarning[]>([])
  const { decide, isPending, error, isConflict, afterClose } = useDecision(decision, () => setIsOpen(false))
  const isApproval = decision.status === 'approved'
  const unread = isApproval ? warnings.filter(({ name }) => !read.includes(name)) : []
  const mustWait = isApproval && !isReviewed
  const isBlocked = isConflict || mustWait || unread.length > 0
  const confirm = () => {
    if (!isPending && !isBlocked) decide({ notes, acknowledged: read })
  }
  const confirmByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) confirm()
  }

  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      onClosed={() => onClosed(afterClose())}
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
          onClick={confirm}
        >
          {isApproval ? t('Confirm Approval') : t('Confirm Rejection')}
        </Button>
      }
    >
      {error && !isNotConfirmed(error) && <DecisionConflict request={decision.request} error={error} />}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {mustWait && t('An approval waits until all that is known of this request has been read.')}
      </p>
      {isApproval && <Acknowledgements warnings={warnings} read={read} onRead={setRead} />}
      <Field label={t('Notes')} note={t('optional')} hint={t('The member reads them. Ctrl or ⌘ with Enter confirms.')}>
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

interface AcknowledgementsProps {
  warnings: DecisionDialogProps['warnings']
  read: readonly WalletWarning[]
  onRead: (read: readonly WalletWarning[]) => void
}

/** What must be ticked off before an approval. */
function Acknowledgements({ warnings, read, onRead }: AcknowledgementsProps) {
  if (warnings.length === 0) return null
  return (
    <fieldset className="grid gap-1 rounded-2 bg-wait-soft p-3">
      <legend className="sr-only">{t('Warnings')}</legend>
      {warnings.map(({ name, text }) => (
        <Checkbox
          key={name}
          checked={read.includes(name)}
          onChange={({ target }) => onRead(target.checked ? [...read, name] : read.filter((one) => one !== name))}
        >
          {text}
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Consequence({ decision: { request, status } }: { decision: Decision }) {
  const { full_name, member_id } = requesterOf(request)
  const title = requestTitle(request)
  return (
    <>
      <strong className="font-semibold text-ink">
        {status === 'approved'
          ? t('Approve: {request}', { request: title })
          : t('Reject: {request}', { request: title })}
      </strong>
      <br />
      {full_name}, <span className="mono">{member_id}</span> · {formatUsd(request.amount_usd)}
      <Particulars request={request} />
    </>
  )
}

/** What else has to be right, by kind: the price and the bonus, the address, the recipient. */
function Particulars({ request }: { request: Request }): ReactNode {
  switch (request.kind) {
    case 'buy':
      return (
        <>
          {' '}
          · {formatUsdt(request.usdt_amount)}&nbsp;USDT
          {request.bonus_coins !== '0' && ` · ${t('with {bonus} bonus', { bonus: coinsText(request.bonus_coins) })}`}
        </>
      )
    case 'withdrawal':
      return (
        <>
          <br />
          {richText('to {address}', { address: <span className="mono break-all">{request.wallet_address}</span> })}
        </>
      )
    case 'transfer':
      return (
        <>
          <br />
          {richText('to {name}, {memberId}', {
            name: request.recipient_profile.full_name,
            memberId: <span className="mono">{request.recipient_member_id}</span>,
          })}
        </>
      )
  }
}
