import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { askAccountClosure } from '../../../../contract/endpoints/account-closure.ts'
import { errors } from '../../../../contract/errors.ts'
import { t, withoutIsolates } from '../../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

/** Asks for the member ID, so that no account is closed by a slip of the hand. */
export function ClosureForm({ memberId }: { memberId: string }) {
  const form = useForm({ defaultValues: { member_id: '' } })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { member_id: string }) => call(askAccountClosure, { body }),
    onSuccess: () => refetchTopics(['profile', 'session']),
    onError: (failure) => {
      if (!isNotConfirmed(failure)) showServerErrors(form, failure, { member_id_differs: 'member_id' })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    // The member ID may be copied from a sentence that sets it apart by such marks.
    const typed = withoutIsolates(form.getValues('member_id')).trim()
    if (typed.toUpperCase() === memberId) mutate({ member_id: typed })
    else form.setError('member_id', { message: errors.member_id_differs.message }, { shouldFocus: true })
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-auth gap-4">
      {error && !isNotConfirmed(error) && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <Field
        label={t('Your member ID')}
        hint={t('Type {memberId} to confirm that you mean this account.', { memberId })}
        error={form.formState.errors.member_id?.message}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          readOnly={isPending}
          {...form.register('member_id', { onChange: () => form.clearErrors('member_id') })}
        />
      </Field>
      <SubmitButton variant="bad-solid" busy={isPending} className="justify-self-start max-sm:w-full">
        {t('Close my account')}
      </SubmitButton>
    </form>
  )
}
