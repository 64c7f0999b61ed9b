import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { updateProfileBody } from '../../../../contract/own-profile.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useOutsideChange } from './use-outside-change.ts'
import { useProfileUpdate } from './use-profile-update.ts'

type NameValues = Pick<z.input<typeof updateProfileBody>, 'full_name'>

export function NameForm({ profile: { id, full_name: name } }: { profile: Profile }) {
  const form = useForm<NameValues>({
    resolver: zodResolver(updateProfileBody),
    mode: 'onTouched',
    defaultValues: { full_name: name },
  })
  const draft = useDraft('profile-name', form)
  const { save, isPending, error } = useProfileUpdate(id, {
    onSaved: (saved) => {
      draft.drop()
      form.reset({ full_name: saved.full_name })
    },
    onRefused: (failure) => showServerErrors(form, failure),
  })
  const { isDirty, errors } = form.formState
  // A name that was changed elsewhere is shown here, too, unless the member is typing another.
  useOutsideChange(name, (changed) => {
    if (!isDirty) form.reset({ full_name: changed })
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    readAutofill(form, event.currentTarget)
    void form.handleSubmit((values) => save(values))()
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-auth gap-4">
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`}>
          {messageOf(error)}
        </Notice>
      )}
      <Field label={t('Full name')} error={errors.full_name?.message}>
        <TextInput autoComplete="name" required {...form.register('full_name')} />
      </Field>
      <SubmitButton busy={isPending} className="justify-self-start max-sm:w-full">
        {isPending ? t('Saving...') : t('Save name')}
      </SubmitButton>
    </form>
  )
}
