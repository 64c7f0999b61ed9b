import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { ConfirmationOffer } from './confirmation-offer.tsx'
import { signInRefusalText } from './use-sign-in.ts'

interface SignInRefusalProps {
  error: unknown
  portal: 'member' | 'admin'
  credentials: { email: string; password: string }
}

/** Shows the reason of a refused sign-in, and the next step if there is one. */
export function SignInRefusal({ error, portal, credentials }: SignInRefusalProps) {
  const code = error instanceof ApiError ? error.code : undefined
  if (!error || code === 'code_required') return null
  return (
    <Notice tone="bad" role="alert" action={nextStepAfter(code, portal, credentials)}>
      {signInRefusalText(error)}
      {code === 'account_inactive' && <> {t('The link is in the mail that we sent you.')}</>}
    </Notice>
  )
}

function nextStepAfter(
  code: string | undefined,
  portal: 'member' | 'admin',
  credentials: SignInRefusalProps['credentials'],
): ReactNode {
  if (code === 'account_inactive') return <ConfirmationOffer credentials={credentials} />
  if (code === 'too_many_requests' && portal === 'member') {
    return <ResetLink email={credentials.email}>{t('Reset your password')}</ResetLink>
  }
  return undefined
}

function ResetLink({ email, children }: { email: string; children: ReactNode }) {
  return (
    <Link to="/forgot-password" state={{ accountEmail: email }} className="link">
      {children}
    </Link>
  )
}
