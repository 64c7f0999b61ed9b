import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { emailChangeBody, type EmailChange } from '../../../../contract/email-change.ts'
import { askEmailChange, dropEmailChange, getEmailChange } from '../../../../contract/endpoints/email-change.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { richText } from '../../../lib/rich-text.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

const emailChangeQuery = queryOf(getEmailChange, ['profile'], {})

function keep(pending: EmailChange | null): void {
  queryClient.setQueryData(emailChangeQuery.queryKey, { pending })
}

/** The email that the member logs in with, and the way to another one. */
export function EmailPart({ email }: { email: string }) {
  const read = useQuery(emailChangeQuery)
  return (
    <div className="grid gap-4">
      <p className="break-all" translate="no">
        {email}
      </p>
      <ReadProblem reads={[read]} />
      {read.data?.pending && <PendingEmail pending={read.data.pending} />}
      <EmailForm />
    </div>
  )
}

/** The other email while its link is not used yet. */
function PendingEmail({ pending }: { pending: EmailChange }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(dropEmailChange, {}),
    onSuccess: () => keep(null),
  })
  return (
    <Notice
      tone="info"
      role="status"
      title={t('Another email waits for its confirmation.')}
      action={
        <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate()}>
          {t('Keep the present email')}
        </Button>
      }
    >
      {pending.is_correction && <>{t('An administrator asked for it.')} </>}
      {richText('Open the link that was mailed to {email} before {time}.', {
        email: (
          <b className="break-all" translate="no">
            {pending.new_email}
          </b>
        ),
        time: <TimeText value={pending.expires_at} />,
      })}
      {error && <span role="alert"> {messageOf(error)}</span>}
    </Notice>
  )
}

function EmailForm() {
  const form = useForm({ resolver: zodResolver(emailChangeBody), mode: 'onTouched', defaultValues: { email: '' } })
  const { drop } = useDraft('profile-email', form)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { email: string }) => call(askEmailChange, { body }),
    onSuccess: ({ pending }) => {
      drop()
      form.reset({ email: '' })
      keep(pending)
    },
    onError: (failure) => {
      if (!isNotConfirmed(failure)) showServerErrors(form, failure, { email_unchanged: 'email' })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    readAutofill(form, event.currentTarget)
    void form.handleSubmit((values) => mutate(values))()
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-auth gap-4">
      {error && !isNotConfirmed(error) && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`}>
          {messageOf(error)}
        </Notice>
      )}
      <Field
        label={t('New email')}
        hint={t('A link is mailed there, and a notice to your present email. The change holds once the link is used.')}
        error={form.formState.errors.email?.message}
      >
        <TextInput
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={isPending}
          {...form.register('email')}
        />
      </Field>
      <SubmitButton variant="ghost" busy={isPending} className="justify-self-start max-sm:w-full">
        {t('Change email')}
      </SubmitButton>
    </form>
  )
}
