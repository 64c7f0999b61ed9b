import type { RefObject } from 'react'
import { errors } from '../../../../contract/errors.ts'
import type { ReplyPurpose } from '../../../../contract/endpoints/saved-replies.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { Field } from '../../../ui/field.tsx'
import { ReasonPicks } from '../../saved-texts/reason-picks.tsx'
import { TemplateTextarea } from '../../saved-texts/template-textarea.tsx'
import { reviews } from './kinds/reviews.ts'

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
      <NotesText {...props} purpose="approval" />
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
  return (
    <div className="grid gap-3">
      <ReasonPicks
        reasons={reviews[kind].rejectionReasons}
        text={notes}
        onText={onNotes}
        isReadOnly={isReadOnly}
        isFocused={notes.trim() === ''}
      />
      <Field
        label={t('Reason')}
        hint={hint}
        error={isMissing && notes.trim() === '' ? errors.reason_required.message : undefined}
      >
        <NotesText {...props} purpose="rejection" />
      </Field>
    </div>
  )
}

const hint = t('The member reads it. Ctrl or ⌘ with Enter confirms.')

function NotesText({ notes, onNotes, isReadOnly, area, purpose }: NotesProps & { purpose: ReplyPurpose }) {
  return (
    <TemplateTextarea
      ref={area}
      purpose={purpose}
      text={notes}
      maxLength={2000}
      isReadOnly={isReadOnly}
      onText={onNotes}
    />
  )
}
