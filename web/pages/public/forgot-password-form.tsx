import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { forgotPasswordBody } from '../../../contract/recovery.ts'
import { AuthFrame } from '../../features/accounts/auth-frame.tsx'
import { fieldErrors } from '../../lib/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ResetMailFailure } from './forgot-password-failure.tsx'
import { useResetMail } from './forgot-password-mail.ts'

interface ForgotPasswordFormProps {
  /** The address to begin with; empty where it is not known. */
  email: string
  onSent: (email: string) => void
}

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const [fault, setFault] = useState<string>()
  const { send, isBusy, error, forget } = useResetMail(onSent)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    // Read from the form itself, because browsers fill fields in without telling.
    const parsed = forgotPasswordBody.safeParse(Object.fromEntries(new FormData(form)))
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)['email'])
    forget()
    if (parsed.success) send(parsed.data.email)
    else form.querySelector('input')?.focus()
  }
  return (
    <AuthFrame
      title="Forgot password"
      lead="Tell us the email of your account, and we send you a link to set a new password."
      seed="et-forgot"
      after={
        <p>
          Remembered it?{' '}
          <Link to="/login" state={{ accountEmail: email }} className="link">
            Back to Log In
          </Link>
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <ResetMailFailure error={error} />
        <Field label="Email" error={fault}>
          <TextInput
            type="email"
            name="email"
            defaultValue={email}
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={() => setFault(undefined)}
          />
        </Field>
        <Button type="submit" size="lg" busy={isBusy} className="mt-2">
          {isBusy ? 'Sending...' : 'Send reset link'}
        </Button>
      </form>
    </AuthFrame>
  )
}
