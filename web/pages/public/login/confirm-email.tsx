import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { ReferrerChoice, SignUpDetails } from '../../../../contract/auth-bodies.ts'
import { checkConfirmationLink, confirmEmail } from '../../../../contract/endpoints/auth.ts'
import { errors } from '../../../../contract/errors.ts'
import { fieldTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { CheckedLink } from '../../../features/accounts/checked-link.tsx'
import { SignUpReview } from '../../../features/accounts/sign-up-review.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { ConfirmationFailure } from './confirmation-failure.tsx'

/** The page behind the link of a confirmation mail: the form once more, and the button that confirms the address. */
export function ConfirmEmail({ token }: { token: string }) {
  return (
    <AuthFrame
      title={t('Confirm your email')}
      seed="et-login"
      after={
        <p>
          {t('Already confirmed?')}{' '}
          <Link to="/login" className="link">
            {t('Log in')}
          </Link>
        </p>
      }
    >
      <CheckedLink
        token={token}
        operation={checkConfirmationLink}
        check={(signal) => call(checkConfirmationLink, { body: { token } }, { signal })}
        invalidCode="link_invalid"
        invalid={(error) => <ConfirmationFailure title={messageOf(error)} />}
      >
        {(details) => <ConfirmationForm token={token} details={details} />}
      </CheckedLink>
    </AuthFrame>
  )
}

function ConfirmationForm({ token, details }: { token: string; details: SignUpDetails }) {
  const navigate = useNavigate()
  const [choice, setChoice] = useState<ReferrerChoice>()
  const [isMissing, setMissing] = useState(false)
  const [faults, setFaults] = useState<PasswordFaults>({})
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (password?: string) =>
      call(confirmEmail, { body: { token, ...(choice && { referrer: choice }), ...(password && { password }) } }),
    // The log-in replaces this page, as its link no longer works.
    onSuccess: () => navigate({ to: '/login', replace: true, state: { isEmailConfirmed: true } }),
  })
  const isBusy = isPending || isSuccess
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const lacksChoice = details.referrer_name !== null && choice === undefined
    setMissing(lacksChoice)
    if (lacksChoice) return
    if (choice !== 'none') return mutate(undefined)
    const { password, faults } = readPassword(event.currentTarget)
    setFaults(faults)
    if (Object.keys(faults).length === 0) mutate(password)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error && <ConfirmationFailure title={messageOf(error)} />}
      <p className="text-ink-2">{t('These details were sent with your email address.')}</p>
      <SignUpReview
        details={details}
        token={token}
        choice={choice}
        onChoose={(next) => {
          setChoice(next)
          setMissing(false)
        }}
        error={isMissing ? errors.referrer_choice_required.message : undefined}
      />
      {choice === 'none' && (
        <>
          <p className="text-ink-2">
            {t('Another person may know the password of this form. Please choose a new one.')}
          </p>
          <Field label={t('New password')} hint={t('At least 8 characters.')} error={faults.password}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
          <Field label={t('Retype new password')} error={faults.retyped}>
            <PasswordInput name="retyped" autoComplete="new-password" required />
          </Field>
        </>
      )}
      <SubmitButton size="lg" busy={isBusy}>
        {isBusy ? t('Confirming...') : t('Confirm email')}
      </SubmitButton>
    </form>
  )
}

interface PasswordFaults {
  password?: string
  retyped?: string
}

/** Reads the two fields of the new password and checks them. Passwords are kept in no state. */
function readPassword(form: HTMLFormElement): { password: string; faults: PasswordFaults } {
  const fields = new FormData(form)
  const [password = '', retyped = ''] = ['password', 'retyped'].map((name) => fields.get(name) as string)
  if (password.length < 8) return { password, faults: { password: fieldTexts.passwordShort } }
  return { password, faults: password === retyped ? {} : { retyped: fieldTexts.passwordsDiffer } }
}
