import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { formatUsd } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { addUserBody } from '../../../../contract/user-bodies.ts'
import { addUser } from '../../../../contract/endpoints/users.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { packagesQuery } from '../../../features/packages/packages-query.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Select } from '../../../ui/select.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

/** The dialog stays open while a mutation with this key runs. */
export const addMemberKey = ['add_user']

export interface AddedUser {
  id: string
  name: string
  email: string
}

type MemberForm = z.input<typeof addUserBody>

export function AddMemberForm({ onAdded }: { onAdded: (user: AddedUser) => void }) {
  const { form, isPending, error, submit } = useAddMember(onAdded)
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <Field label={t('Full name')} error={errors.fullName?.message}>
        <TextInput autoComplete="off" required readOnly={isPending} {...form.register('fullName')} />
      </Field>
      <Field label={t('Email')} hint={t('A link to set a password is mailed to it.')} error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={isPending}
          {...form.register('email')}
        />
      </Field>
      <PackageField form={form} />
      <Field
        label={t('Referral ID')}
        note={t('optional')}
        hint={t('The referral code or member ID of whoever invited them.')}
        error={errors.referredById?.message}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          readOnly={isPending}
          {...form.register('referredById')}
        />
      </Field>
      <SubmitButton busy={isPending} className="justify-self-start">
        {isPending ? t('Adding the member...') : t('Add member')}
      </SubmitButton>
    </form>
  )
}

function PackageField({ form }: { form: UseFormReturn<MemberForm> }) {
  const packages = useQuery(packagesQuery)
  return (
    <>
      <Field label={t('Package')} error={form.formState.errors.packageId?.message}>
        {/* The field is made anew once the list is there, as a package from a draft cannot be shown before. */}
        <Select key={String(packages.isPending)} required {...form.register('packageId')}>
          <option value="">{packages.isPending ? t('Loading...') : t('Choose a package')}</option>
          {packages.data?.items.map((item) => (
            <option key={item.id} value={item.id}>
              {item.package_name}, {formatUsd(item.total_price)}, {coinsText(item.total_coins)}
            </option>
          ))}
        </Select>
      </Field>
      <ReadProblem reads={[packages]} />
    </>
  )
}

function useAddMember(onAdded: (user: AddedUser) => void) {
  const form = useForm<MemberForm>({
    resolver: zodResolver(addUserBody),
    mode: 'onTouched',
    defaultValues: { fullName: '', email: '', packageId: '', referredById: '' },
  })
  const { drop } = useDraft('add-user', form)
  const { mutate, isPending, error } = useMutation({
    mutationKey: addMemberKey,
    mutationFn: ({ referredById, ...body }: MemberForm) =>
      call(addUser, { body: referredById?.trim() ? { ...body, referredById } : body }),
    onSuccess: ({ profile: { id, full_name: name, email } }) => {
      drop()
      refetchTopics(['profile'])
      onAdded({ id, name, email })
    },
    onError: (failure) =>
      showServerErrors(form, failure, {
        email_taken: 'email',
        referral_not_found: 'referredById',
        package_not_found: 'packageId',
      }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    readAutofill(form, event.currentTarget)
    void form.handleSubmit((values) => mutate(values))()
  }
  return { form, isPending, error, submit }
}
