import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { ReferrerChoice, SignUpDetails } from '../../../../contract/auth-bodies.ts'
import { resetPassword } from '../../../../contract/endpoints/recovery.ts'
import { errors } from '../../../../contract/errors.ts'
import { resetPasswordBody } from '../../../../contract/recovery.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { SignUpReview } from '../../../features/accounts/sign-up-review.tsx'
import { DoubtQuestion } from '../../../ui/doubt-question.tsx'
import { passwordQuestion, useDoubts } from '../../../lib/doubts.ts'
import { PasswordHint } from '../../../lib/password-hint.tsx'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { registerPassword } from '../../../lib/register-password.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { sessionQuery } from '../../../lib/session.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { NewLink } from './new-link.tsx'

interface ResetPasswordFormProps {
  token: string
  /** The form of the sign-up, where the link also confirms the address. */
  signUp: SignUpDetails | null
}

export function ResetPasswordForm({ token, signUp }: ResetPasswordFormProps) {
  const { form, doubts, isBusy, error, submit, review } = useReset(token, signUp)
  const { errors } = form.formState
  const isSpent = error instanceof ApiError && error.code === 'reset_link_invalid'
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error && (
        <Notice
          tone="bad"
          role="alert"
          title={`${failureTitles.passwordReset}.`}
          action={isSpent ? <NewLink /> : undefined}
        >
          {messageOf(error)}
        </Notice>
      )}
      {signUp && <SignUpReview details={signUp} token={token} {...review} />}
      <Field label={t('New password')} hint={<PasswordHint control={form.control} />} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" required {...registerPassword(form)} />
      </Field>
      <DoubtQuestion control={form.control} name="password" doubts={doubts} />
      <Field label={t('Retype new password')} error={errors.retypePassword?.message}>
        <PasswordInput autoComplete="new-password" required {...form.register('retypePassword')} />
      </Field>
      <p className="text-sm text-ink-2">{t('Wherever this account is logged in, it is logged out.')}</p>
      <SubmitButton size="lg" busy={isBusy}>
        {isBusy ? t('Saving...') : t('Set new password')}
      </SubmitButton>
    </form>
  )
}

type ResetForm = z.input<typeof resetPasswordBody>

function useReset(token: string, signUp: SignUpDetails | null) {
  const [choice, setChoice] = useState<ReferrerChoice>()
  const [isMissing, setMissing] = useState(false)
  const navigate = useNavigate()
  const form = useForm<ResetForm>({
    resolver: zodResolver(resetPasswordBody),
    mode: 'onTouched',
    defaultValues: { token, password: '', retypePassword: '' },
  })
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: ResetForm) => call(resetPassword, { body: { ...body, ...(choice && { referrer: choice }) } }),
    onSuccess: async () => {
      toast(toasts.passwordReset)
      // The reset has ended the session of this browser, if it belonged to the account.
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
      // The log-in replaces this page, as its link no longer works.
      await navigate({ to: '/login', replace: true })
    },
    onError: (failure) => {
      showServerErrors(form, failure)
      toast({ title: failureTitles.passwordReset, description: messageOf(failure), variant: 'destructive' })
    },
  })
  const doubts = useDoubts({ password: passwordQuestion })
  const isBusy = isPending || isSuccess
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    readAutofill(form, event.currentTarget)
    const lacksChoice = signUp?.referrer_name != null && choice === undefined
    setMissing(lacksChoice)
    void form.handleSubmit(async (values) => {
      if (!lacksChoice && (await doubts.confirmDoubts(values))) mutate(values)
    })()
  }
  const review = {
    choice,
    onChoose: (next: 'keep' | 'none') => {
      setChoice(next)
      setMissing(false)
    },
    error: isMissing ? errors.referrer_choice_required.message : undefined,
  }
  return { form, doubts, isBusy, error, submit, review }
}
