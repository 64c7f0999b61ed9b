import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { refusalText } from './use-sign-in.ts'

interface SignInRefusalProps {
  error: unknown
  portal: 'member' | 'admin'
  email: string
}

/** Why nobody was signed in, and the way on where there is one. */
export function SignInRefusal({ error, portal, email }: SignInRefusalProps) {
  if (!error || (error instanceof ApiError && error.code === 'code_required')) return null
  const way = error instanceof ApiError ? wayOn(error, portal, email) : undefined
  return (
    <Notice tone="bad" role="alert" action={way?.link}>
      {refusalText(error)}
      {way?.words && <> {way.words}</>}
    </Notice>
  )
}

function wayOn(error: ApiError, portal: 'member' | 'admin', email: string): { words?: string; link?: ReactNode } {
  const { code } = error
  if (code === 'too_many_requests') {
    return portal === 'member' ? { link: <ResetLink email={email}>{t('Reset your password')}</ResetLink> } : {}
  }
  if (code === 'account_inactive') {
    return {
      words: t(
        'The link is in the mail that we sent you. A mail to reset your password has a link that confirms it, too.',
      ),
      link: <ResetLink email={email}>{t('Send me such a link')}</ResetLink>,
    }
  }
  return {}
}

function ResetLink({ email, children }: { email: string; children: ReactNode }) {
  return (
    <Link to="/forgot-password" state={{ accountEmail: email }} className="link">
      {children}
    </Link>
  )
}
