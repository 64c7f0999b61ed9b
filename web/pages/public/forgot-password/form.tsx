import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { forgotPasswordBody } from '../../../../contract/recovery.ts'
import { t } from '../../../../contract/translate.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { fieldErrors } from '../../../lib/field-errors.ts'
import { Field } from '../../../ui/field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ResetMailFailure } from './failure.tsx'
import { useResetMail } from './mail.ts'

interface ForgotPasswordFormProps {
  /** The initial address; empty if it is not known. */
  email: string
  onSent: (email: string) => void
}

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const [typed, setTyped] = useState(email)
  const [fault, setFault] = useState<string>()
  const { send, isBusy, error, forget } = useResetMail(onSent)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    // The values are read from the form itself, because browsers fill fields in without an event.
    const parsed = forgotPasswordBody.safeParse(Object.fromEntries(new FormData(form)))
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)['email'])
    forget()
    if (parsed.success) send(parsed.data.email)
    else form.querySelector('input')?.focus()
  }
  return (
    <AuthFrame
      title={t('Forgot password')}
      lead={t('Tell us the email of your account, and we send you a link to set a new password.')}
      seed="et-forgot"
      after={
        <p>
          {t('Remembered it?')}{' '}
          <Link to="/login" state={{ accountEmail: typed }} className="link">
            {t('Back to Log In')}
          </Link>
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <ResetMailFailure error={error} />
        <Field label={t('Email')} error={fault}>
          <TextInput
            type="email"
            name="email"
            defaultValue={email}
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setFault(undefined)
            }}
          />
        </Field>
        <SubmitButton size="lg" busy={isBusy} className="mt-2">
          {isBusy ? t('Sending...') : t('Send reset link')}
        </SubmitButton>
      </form>
    </AuthFrame>
  )
}
