import type { RefObject } from 'react'
import { errors } from '../../../../contract/errors.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { reviews } from './kinds/reviews.ts'
import { pickReason } from './pick-reason.ts'

interface NotesProps {
  notes: string
  onNotes: (notes: string) => void
  isReadOnly: boolean
  area?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** The note that the member reads with an approval. */
export function ApprovalNotes(props: NotesProps) {
  return (
    <Field label={t('Notes')} note={t('optional')} hint={hint}>
      <NotesText {...props} />
    </Field>
  )
}

interface RejectionReasonProps extends NotesProps {
  kind: RequestKind
  /** True after an attempt to reject without a reason. */
  isMissing: boolean
}

/** The reason of a rejection, which the member reads: picked, typed, or both. */
export function RejectionReason({ kind, isMissing, ...props }: RejectionReasonProps) {
  const { notes, onNotes, isReadOnly } = props
  const { rejectionReasons: reasons } = reviews[kind]
  const picked = notes.split('\n', 1)[0]
  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-sm font-semibold">{t('Pick a reason')}</legend>
        {reasons.map((reason, index) => (
          <Button
            key={reason}
            variant="ghost"
            size="sm"
            aria-pressed={reason === picked}
            // If a key opened the dialog, the focus goes to the reasons first.
            data-dialog-action={index === 0 && notes.trim() === '' ? '' : undefined}
            className="h-auto min-h-8 py-1 pointer-coarse:min-h-11 text-start whitespace-normal aria-pressed:border-brand aria-pressed:bg-brand-soft"
            onClick={() => !isReadOnly && onNotes(pickReason(notes, reason, reasons))}
          >
            {reason}
          </Button>
        ))}
      </fieldset>
      <Field
        label={t('Reason')}
        hint={hint}
        error={isMissing && notes.trim() === '' ? errors.reason_required.message : undefined}
      >
        <NotesText {...props} />
      </Field>
    </div>
  )
}

const hint = t('The member reads it. Ctrl or ⌘ with Enter confirms.')

function NotesText({ notes, onNotes, isReadOnly, area }: NotesProps) {
  return (
    <Textarea
      ref={area}
      value={notes}
      maxLength={2000}
      readOnly={isReadOnly}
      onChange={(event) => onNotes(event.target.value)}
    />
  )
}
