import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../contract/translate.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SignInRefusal } from './sign-in-refusal.tsx'
import { loadSignInCheck, type SignIn } from './use-sign-in.ts'

interface CredentialsStepProps {
  signIn: SignIn
  submitText: string
  busyText: string
}

export function CredentialsStep({ signIn, submitText, busyText }: CredentialsStepProps) {
  const { portal, credentials, faults, clearFault, isBusy, error, submit, signInByPasskey } = signIn
  const [email, setEmail] = useState(credentials.email)
  const passwordField = useRef<HTMLInputElement>(null)
  const [isBack] = useState(credentials.password !== '')
  // The code step had the focus and is gone, so the password field takes it.
  useEffect(() => {
    if (isBack) passwordField.current?.focus()
  }, [isBack])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
      onFocus={() => void loadSignInCheck().catch(() => {})}
      className="grid gap-4"
    >
      <SignInRefusal error={error} portal={portal} credentials={credentials} />
      <Field label={t('Email')} error={faults['email']}>
        <TextInput
          type="email"
          name="email"
          defaultValue={credentials.email}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            clearFault('email')
          }}
        />
      </Field>
      <Field
        label={t('Password')}
        error={faults['password']}
        aside={
          <Link to="/forgot-password" state={{ accountEmail: email }} className="link">
            {t('Forgot Password?')}
          </Link>
        }
      >
        <PasswordInput
          ref={passwordField}
          name="password"
          defaultValue={credentials.password}
          required
          autoComplete="current-password"
          onChange={() => clearFault('password')}
        />
      </Field>
      <Button type="submit" size="lg" busy={isBusy} className="mt-2">
        {isBusy ? busyText : submitText}
      </Button>
      {canUsePasskeys() && <PasskeySignIn isBusy={isBusy} onClick={signInByPasskey} />}
    </form>
  )
}

function PasskeySignIn({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <Button variant="ghost" size="lg" aria-disabled={isBusy || undefined} onClick={onClick}>
      <KeyRound aria-hidden="true" />
      {t('Sign in with a passkey')}
    </Button>
  )
}
