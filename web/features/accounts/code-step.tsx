import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SignInRefusal } from './sign-in-refusal.tsx'
import type { SignIn } from './use-sign-in.ts'

interface CodeStepProps {
  signIn: SignIn
  submitText: string
  busyText: string
}

/** The second step of an account with two-factor authentication. */
export function CodeStep({ signIn, submitText, busyText }: CodeStepProps) {
  const { portal, credentials, faults, forgive, isBusy, error, submit, goBack, forget } = signIn
  const [isRecovery, setIsRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isWrong = error instanceof ApiError && error.code === 'code_wrong'
  useEffect(() => field.current?.focus(), [isRecovery])
  // Back to the field with the wrong code marked, so that the next one replaces it.
  useEffect(() => {
    if (isWrong) field.current?.select()
  }, [isWrong])
  const kind = isRecovery ? kinds.recovery : kinds.app
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
      className="grid gap-4"
    >
      <p className="text-ink-2">
        Two-factor authentication is on for <span className="font-semibold break-words">{credentials.email}</span>.
      </p>
      {!isWrong && <SignInRefusal error={error} portal={portal} email={credentials.email} />}
      <Field key={kind.label} label={kind.label} hint={kind.hint} error={isWrong ? error.message : faults['code']}>
        <TextInput
          ref={field}
          name="code"
          required
          inputMode={kind.inputMode}
          autoComplete={kind.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className="mono"
          onChange={() => {
            forgive('code')
            if (isWrong) forget()
          }}
        />
      </Field>
      <Button type="submit" size="lg" busy={isBusy} className="mt-2">
        {isBusy ? busyText : submitText}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={goBack}>
          Back
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            forget()
            forgive('code')
            setIsRecovery(!isRecovery)
          }}
        >
          {kind.otherText}
        </Button>
      </div>
    </form>
  )
}

const kinds = {
  app: {
    label: 'Code',
    hint: 'The 6 digits that your authenticator app shows now.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    otherText: 'Use a recovery code instead',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you kept when you turned this on. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
    otherText: 'Use the authenticator app instead',
  },
} as const
