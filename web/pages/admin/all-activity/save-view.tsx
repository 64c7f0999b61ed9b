import { useState, type FormEvent } from 'react'
import { t } from '../../../../contract/translate.ts'
import { useTextDraft } from '../../../lib/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { viewNameMax } from './own-views.ts'

interface SaveViewDialogProps {
  /** Returns what is wrong with a name; undefined if nothing is. */
  check: (name: string) => string | undefined
  onSave: (name: string) => void
  onClosed: () => void
}

/** Asks for the name under which the current filter of the list is saved. */
export function SaveViewDialog({ check, onSave, onClosed }: SaveViewDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isChecked, setIsChecked] = useState(false)
  const { text: name, setText, drop } = useTextDraft('activity-view')
  const fault = isChecked && isOpen ? check(name) : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    if (check(name) !== undefined) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    onSave(name.trim())
    drop()
    setIsOpen(false)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      onClosed={onClosed}
      title={t('Save view')}
      description={t('The filters and the order, by a name. This browser keeps it, for you alone.')}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field label={t('Name')} error={fault}>
          <TextInput
            required
            autoComplete="off"
            maxLength={viewNameMax}
            value={name}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
          <Button type="submit">{t('Save view')}</Button>
          <Button variant="ghost" onClick={() => setIsOpen(false)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
