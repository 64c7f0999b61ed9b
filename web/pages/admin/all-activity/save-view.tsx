import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { t } from '../../../../contract/translate.ts'
import { useDraft } from '../../../lib/use-draft.ts'
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
  const form = useForm({ defaultValues: { name: '' } })
  const { drop } = useDraft('activity-view', form)
  const submit = form.handleSubmit(({ name }) => {
    onSave(name.trim())
    drop()
    setIsOpen(false)
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      onClosed={onClosed}
      title={t('Save view')}
      description={t('The filters and the order, by a name. This browser keeps it, for you alone.')}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Field label={t('Name')} error={form.formState.errors.name?.message}>
          <TextInput
            required
            autoComplete="off"
            maxLength={viewNameMax}
            {...form.register('name', { validate: check })}
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
