import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import type * as z from 'zod/mini'
import { dutyNames } from '../../../../contract/duty-names.ts'
import { adminSignUp } from '../../../../contract/endpoints/auth.ts'
import { checkInvitation } from '../../../../contract/endpoints/invitations.ts'
import { adminSignUpBody } from '../../../../contract/auth-bodies.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ErrorSummary, useErrorSummary } from '../../../features/accounts/error-summary.tsx'
import { dutyDetails } from '../../../features/users/duty-choice.tsx'
import { registerPassword } from '../../../lib/register-password.ts'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { PasswordRules } from '../../../ui/password-rules.tsx'

type AdminForm = z.input<typeof adminSignUpBody>

export function AdminSignupForm() {
  const { form, isBusy, error, submit, summary, hasInvitation, duty } = useAdminSignup()
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {!hasInvitation && (
        <p className="text-sm text-ink-2">
          {t('This page was opened without an invitation link, which an account needs to be created.')}
        </p>
      )}
      {duty && <Notice title={t('Your duty will be: {duty}.', { duty: dutyNames[duty] })}>{dutyDetails[duty]}</Notice>}
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.registration}.`}>
          {messageOf(error)}
          {hasInvitation && error instanceof ApiError && error.code === 'invitation_required' && (
            <> {t('This one may have been used or taken back, be for another email, or be older than a day.')}</>
          )}
        </Notice>
      )}
      <ErrorSummary {...summary} />
      <Field label={labels.fullName} error={errors.fullName?.message}>
        <TextInput autoComplete="name" required {...form.register('fullName')} />
      </Field>
      <Field label={labels.email} error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.register('email')}
        />
      </Field>
      <Field label={labels.password} hint={<Rules control={form.control} />} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" required {...registerPassword(form)} />
      </Field>
      <Field label={labels.retypePassword} error={errors.retypePassword?.message}>
        <PasswordInput autoComplete="new-password" required {...form.register('retypePassword')} />
      </Field>
      <SubmitButton size="lg" busy={isBusy} className="mt-2">
        {isBusy ? t('Creating the account...') : t('Create admin account')}
      </SubmitButton>
    </form>
  )
}

function useAdminSignup() {
  const navigate = useNavigate()
  const { invitation } = useLocation({ select: (location) => location.state })
  const invited = useQuery({
    queryKey: [checkInvitation.id, invitation],
    queryFn: ({ signal }) => call(checkInvitation, { body: { invitation: invitation ?? '' } }, { signal }),
    enabled: invitation !== undefined,
    meta: { topics: [], isPublic: true },
  })
  const form = useForm<AdminForm>({
    resolver: zodResolver(adminSignUpBody),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { fullName: '', email: '', password: '', retypePassword: '' },
  })
  const { showFaults, clear, ...summary } = useErrorSummary(form, labels)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: AdminForm) => call(adminSignUp, { body: { ...body, ...(invitation && { invitation }) } }),
    onSuccess: async () => {
      toast(toasts.adminAccountCreated)
      await navigate({ to: '/admin-login' })
    },
    onError: (failure) => {
      showServerErrors(form, failure, { email_taken: 'email' })
      toast({ title: failureTitles.registration, description: messageOf(failure), variant: 'destructive' })
    },
  })
  const isBusy = isPending || isSuccess
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    readAutofill(form, event.currentTarget)
    clear()
    void form.handleSubmit((values) => mutate(values), showFaults)()
  }
  return { form, isBusy, error, submit, summary, hasInvitation: invitation !== undefined, duty: invited.data?.duty }
}

const labels = {
  fullName: t('Full name'),
  email: t('Email'),
  password: t('Password'),
  retypePassword: t('Retype password'),
}

/** Watches the password by itself, so that a key press does not render the whole form again. */
function Rules({ control }: { control: Control<AdminForm> }) {
  return <PasswordRules password={useWatch({ control, name: 'password' })} />
}
