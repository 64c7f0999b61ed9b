import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import type * as z from 'zod/mini'
import { changePassword } from '../../../contract/endpoints/recovery.ts'
import { changePasswordBody } from '../../../contract/recovery.ts'
import { failureTitles, fieldTexts, toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useIsCommonPassword } from '../../lib/common-password.ts'
import { DoubtQuestion } from '../../ui/doubt-question.tsx'
import { passwordQuestion, useDoubts } from '../../lib/doubts.ts'
import { PasswordHint } from '../../lib/password-hint.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { readAutofill } from '../../lib/read-autofill.ts'
import { registerPassword } from '../../lib/register-password.ts'
import { showServerErrors } from '../../lib/server-errors.ts'
import { replaceSession, sessionQuery, useSession } from '../../lib/session.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { PasswordRules } from '../../ui/password-rules.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { toast } from '../../ui/toast.ts'
import { sessionsQuery } from './security-queries.ts'

/** Changes the password with the current one. Nothing typed here is ever kept. */
export function PasswordForm() {
  const { isAdmin, user } = useSession()
  const { form, doubts, isPending, error, submit } = usePasswordChange(isAdmin)
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid max-w-auth gap-4">
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.passwordUpdate}.`}>
          {messageOf(error)}
        </Notice>
      )}
      {/* Tells a password manager the account of this password. Without a name, the field is not part of the form. */}
      <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field label={t('Current password')} error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" required {...form.register('currentPassword')} />
      </Field>
      <Field
        label={t('New password')}
        hint={isAdmin ? <AdminRules control={form.control} /> : <PasswordHint control={form.control} />}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" required {...registerPassword(form)} />
      </Field>
      <DoubtQuestion control={form.control} name="password" doubts={doubts} />
      <Field label={t('Retype new password')} error={errors.retypePassword?.message}>
        <PasswordInput autoComplete="new-password" required {...form.register('retypePassword')} />
      </Field>
      <p className="text-sm text-ink-2">{t('You stay signed in here and are signed out everywhere else.')}</p>
      <SubmitButton busy={isPending} className="justify-self-start max-sm:w-full">
        {isPending ? t('Saving...') : t('Change password')}
      </SubmitButton>
    </form>
  )
}

type PasswordValues = z.input<typeof changePasswordBody>

const empty: PasswordValues = { currentPassword: '', password: '', retypePassword: '' }

function usePasswordChange(isAdmin: boolean) {
  const form = useForm<PasswordValues>({
    resolver: zodResolver(changePasswordBody),
    mode: 'onTouched',
    defaultValues: empty,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: PasswordValues) => replaceSession(call(changePassword, { body })),
    onSuccess: async () => {
      form.reset(empty)
      toast(toasts.passwordUpdated)
      // This browser has a new session, and it is the only one left.
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: (failure) => {
      if (isNotConfirmed(failure)) return
      showServerErrors(form, failure, { password_wrong: 'currentPassword' })
      toast({ title: failureTitles.passwordUpdate, description: messageOf(failure), variant: 'destructive' })
    },
  })
  // The server refuses a common password of an administrator, so there is no question.
  const doubts = useDoubts({ password: async (text) => (isAdmin ? undefined : passwordQuestion(text)) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    readAutofill(form, event.currentTarget)
    void form.handleSubmit(async (values) => {
      if (await doubts.confirmDoubts(values)) mutate(values)
    })()
  }
  return { form, doubts, isPending, error: isNotConfirmed(error) ? null : error, submit }
}

/** Follows the typing on its own, so that a key press does not render the whole form again. */
function AdminRules({ control }: { control: Control<PasswordValues> }) {
  const password = useWatch({ control, name: 'password' })
  const isCommon = useIsCommonPassword(password)
  return (
    <>
      <PasswordRules password={password} />
      <span role="status" className="font-semibold text-wait">
        {isCommon && fieldTexts.adminPasswordCommon}
      </span>
    </>
  )
}
