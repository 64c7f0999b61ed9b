import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import type { ReferrerChoice, SignUpDetails } from '../../../../contract/auth-bodies.ts'
import { checkConfirmationLink, confirmEmail } from '../../../../contract/endpoints/auth.ts'
import { errors } from '../../../../contract/errors.ts'
import { t } from '../../../../contract/translate.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { CheckedLink } from '../../../features/accounts/checked-link.tsx'
import { SignUpReview } from '../../../features/accounts/sign-up-review.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
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
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token, ...(choice && { referrer: choice }) } }),
    // The log-in replaces this page, as its link no longer works.
    onSuccess: () => navigate({ to: '/login', replace: true, state: { isEmailConfirmed: true } }),
  })
  const isBusy = isPending || isSuccess
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const lacksChoice = details.referrer_name !== null && choice === undefined
    setMissing(lacksChoice)
    if (!lacksChoice) mutate()
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
      <SubmitButton size="lg" busy={isBusy}>
        {isBusy ? t('Confirming...') : t('Confirm email')}
      </SubmitButton>
    </form>
  )
}
