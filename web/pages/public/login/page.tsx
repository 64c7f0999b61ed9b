import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { pageTitles } from '../../../../contract/pages.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { toast } from '../../../ui/toast.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { LoginNotice } from './notice.tsx'
import { SignInForm } from '../../../features/accounts/sign-in-form.tsx'

export const lead = t('Welcome back. Log in to see your coins and requests.')

export function LoginPage() {
  const { confirmationToken } = useLocation({ select: (location) => location.state })
  if (confirmationToken === undefined) return <Login />
  return (
    <Suspense
      fallback={
        <AuthFrame title={t('Confirm your email')} seed="et-login">
          {null}
        </AuthFrame>
      }
    >
      <ConfirmEmail token={confirmationToken} />
    </Suspense>
  )
}

// Only readers of a mail need it, so the log-in of all others is the lighter for it.
const ConfirmEmail = lazy(async () => ({ default: (await import('./confirm-email.tsx')).ConfirmEmail }))

function Login() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/public/login' })
  const { signedUpEmail, accountEmail } = useLocation({ select: (location) => location.state })
  return (
    <AuthFrame
      title={pageTitles['/login']}
      lead={lead}
      seed="et-login"
      after={
        <p>
          {t('No account yet?')}{' '}
          <Link to="/signup" className="link">
            {t('Sign up')}
          </Link>
        </p>
      }
    >
      <LoginNotice />
      <SignInForm
        portal="member"
        submitText={t('Log In')}
        busyText={t('Logging in...')}
        email={signedUpEmail ?? accountEmail}
        onSignedIn={() => toast(toasts.loginSuccessful)}
        onRefused={({ code }, email) => {
          if (code !== 'admin_login_required') return false
          toast({ ...toasts.adminLoginRequired, variant: 'destructive' })
          // The administrator keeps the typed address and the page to return to.
          void navigate({ to: '/admin-login', search, state: { accountEmail: email } })
          return true
        }}
      />
    </AuthFrame>
  )
}
