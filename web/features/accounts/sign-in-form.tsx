import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { signInBody } from '../../../contract/auth.ts'
import { failureTitles, fallbackTexts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { signIn } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'

interface SignInFormProps {
  portal: 'member' | 'admin'
  submitText: string
  busyText: string
  /** The address to begin with, where it is known. */
  email?: string | undefined
  /** A link beside the password's label. */
  passwordAside?: ReactNode
  onSignedIn: (isAdmin: boolean) => void
  /** Handles a refusal that is more than a wrong password; true when it did. */
  onRefused?: (error: ApiError) => boolean
}

/** Email and password. What browsers fill in without telling counts too, so the form is read when it is sent. */
export function SignInForm({
  portal,
  submitText,
  busyText,
  email,
  passwordAside,
  onSignedIn,
  onRefused,
}: SignInFormProps) {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: signIn,
    onSuccess: (answer) => onSignedIn(answer.isAdmin),
    onError: (failure) => {
      if (failure instanceof ApiError && onRefused?.(failure)) return
      toast({ title: failureTitles.login, description: refusalText(failure), variant: 'destructive' })
    },
  })

  // After a success the next page is on its way.
  const isBusy = isPending || isSuccess

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const parsed = signInBody.safeParse({ ...Object.fromEntries(new FormData(form)), portal })
    const found = parsed.success ? {} : fieldErrors(parsed.error)
    setFaults(found)
    reset()
    if (parsed.success) return mutate(parsed.data)
    form.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
  }
  const forgive = (name: string) => setFaults(({ [name]: _, ...others }) => others)

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error && (
        <Notice tone="bad" role="alert">
          {refusalText(error)}
        </Notice>
      )}
      <Field label="Email" error={faults['email']}>
        <TextInput
          type="email"
          name="email"
          defaultValue={email}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={() => forgive('email')}
        />
      </Field>
      <Field label="Password" error={faults['password']} aside={passwordAside}>
        <PasswordInput name="password" required autoComplete="current-password" onChange={() => forgive('password')} />
      </Field>
      <Button type="submit" size="lg" busy={isBusy} className="mt-2">
        {isBusy ? busyText : submitText}
      </Button>
    </form>
  )
}

function refusalText(error: unknown): string {
  return error instanceof ApiError ? error.message : fallbackTexts.login
}
