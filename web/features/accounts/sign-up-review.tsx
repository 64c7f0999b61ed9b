import { Link } from '@tanstack/react-router'
import type { ReferrerChoice, SignUpDetails } from '../../../contract/auth-bodies.ts'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'

interface SignUpReviewProps {
  details: SignUpDetails
  /** The token of the mailed link, with which the reader can also fill in the form again. */
  token: string
  choice: ReferrerChoice
  onChoose: (choice: 'keep' | 'none') => void
  /** The reason why the choice is not enough. */
  error: string | undefined
}

/**
 * The form of a sign-up, shown to the owner of the address before it is confirmed. A stranger may have filled it in, so the
 * owner says if the referrer is right, and can fill in the form again.
 */
export function SignUpReview({ details, token, choice, onChoose, error }: SignUpReviewProps) {
  const { email, full_name: fullName, package_name: packageName, referrer_name: referrerName } = details
  return (
    <div className="grid gap-4">
      <dl>
        <FactRow name={t('Full name')}>{fullName}</FactRow>
        <FactRow name={t('Email')}>{email}</FactRow>
        {packageName !== null && <FactRow name={t('Package')}>{packageName}</FactRow>}
        <FactRow name={t('Invited by')}>
          {referrerName === null ? t('No member') : `${referrerName} (${details.referrer_member_id ?? ''})`}
        </FactRow>
      </dl>
      {referrerName !== null && (
        <RadioCards
          legend={t('Did {name} invite you?', { name: referrerName })}
          name="referrer"
          cards={[
            { value: 'keep', label: t('Yes'), detail: t('They get a reward for your first package.') },
            { value: 'none', label: t('No'), detail: t('You join without a referrer.') },
          ]}
          value={choice ?? null}
          onChange={(value) => onChoose(value === 'keep' ? 'keep' : 'none')}
          error={error}
        />
      )}
      <p className="text-sm text-ink-2">
        {t('Is something wrong, or did you not fill in this form?')}{' '}
        <Button variant="quiet" size="sm" asChild>
          <Link to="/signup" state={{ renewalToken: token, accountEmail: email }}>
            {t('Fill in the form again')}
          </Link>
        </Button>
      </p>
    </div>
  )
}
