import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { correctDetails } from '../../../../contract/endpoints/email-change.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { t } from '../../../../contract/translate.ts'
import { PlaceFields, type PlaceForm } from '../../../features/accounts/place-fields.tsx'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

interface DetailsForm extends PlaceForm {
  full_name: string
  contact_number: string
}

/** Corrects the name, the contact number and the place of a member, with a reason that the member reads. */
export function CorrectDetailsDialog({ profile, onClosed }: { profile: Profile; onClosed: () => void }) {
  const { id: userId, full_name: name } = profile
  const [shown] = useState(() => valuesOf(profile))
  const form = useForm<DetailsForm>({ defaultValues: shown })
  const { drop } = useDraft(`correct-details:${userId}`, form)
  const { errors, isDirty } = form.formState
  const [isMissed, setIsMissed] = useState(false)
  const [isSame, setIsSame] = useState(false)
  const check = () => {
    setIsMissed(!isDirty)
    return isDirty
  }
  const act = async (reason: string) => {
    try {
      const body = { ...changesOf(form.getValues(), shown), reason }
      const { is_changed: isChanged } = await call(correctDetails, { params: { userId }, body })
      setIsSame(!isChanged)
      drop()
    } catch (error) {
      showServerErrors(form, error)
      throw error
    }
  }
  return (
    <ReasonDialog
      title={t('Correct details')}
      description={t('{name} gets a mail with what was changed, and the reason.', { name })}
      actionLabel={t('Save details')}
      draftKey={`correct-details-reason:${userId}`}
      check={check}
      act={act}
      done={
        isSame
          ? { title: t('Nothing was different') }
          : { title: t('Details Corrected'), description: t('{name} is told by mail.', { name }) }
      }
      onClosed={onClosed}
    >
      {isMissed && !isDirty && (
        <Notice tone="bad" role="alert">
          {t('Change at least one detail.')}
        </Notice>
      )}
      <Field label={t('Full name')} error={errors.full_name?.message}>
        <TextInput autoComplete="off" required {...form.register('full_name')} />
      </Field>
      <Field label={t('Contact number')} error={errors.contact_number?.message}>
        <TextInput type="tel" autoComplete="off" dir="ltr" {...form.register('contact_number')} />
      </Field>
      <FormProvider {...form}>
        <PlaceFields isRequired={false} />
      </FormProvider>
    </ReasonDialog>
  )
}

/**
 * Returns what the administrator changed, so that no other detail gets back a value that was shown and is old by now. The
 * place belongs together.
 */
function changesOf(values: DetailsForm, shown: DetailsForm): Partial<DetailsForm> {
  const { full_name: name, contact_number: number, ...place } = values
  const isMoved = placeNames.some((part) => values[part] !== shown[part])
  return {
    ...(name !== shown.full_name && { full_name: name }),
    ...(number !== shown.contact_number && { contact_number: number }),
    ...(isMoved && place),
  }
}

const placeNames = ['country', 'state', 'city', 'area'] as const

function valuesOf({ full_name: name, contact_number: number, country, state, city, area }: Profile): DetailsForm {
  return {
    full_name: name,
    contact_number: number ?? '',
    country: country ?? '',
    state: state ?? '',
    city: city ?? '',
    area: area ?? '',
  }
}
