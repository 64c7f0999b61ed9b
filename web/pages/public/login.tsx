import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { toasts } from '../../../contract/texts.ts'
import { toast } from '../../ui/toast.ts'
import { AuthFrame } from '../../features/accounts/auth-frame.tsx'
import { LoginNotice } from './login-notice.tsx'
import { SignInForm } from '../../features/accounts/sign-in-form.tsx'

export function LoginPage() {
  const navigate = useNavigate()
  const { signedUpEmail } = useLocation({ select: (location) => location.state })
  return (
    <AuthFrame
      title="Log In"
      lead="Welcome back. Log in to see your coins and requests."
      seed="et-login"
      after={
        <p>
          No account yet?{' '}
          <Link to="/signup" className="link">
            Sign up
          </Link>
        </p>
      }
    >
      <LoginNotice />
      <SignInForm
        portal="member"
        submitText="Log In"
        busyText="Logging in..."
        email={signedUpEmail}
        passwordAside={
          <Link to="/forgot-password" className="link">
            Forgot Password?
          </Link>
        }
        onSignedIn={() => toast(toasts.loginSuccessful)}
        onRefused={({ code }) => {
          if (code !== 'admin_login_required') return false
          toast({ ...toasts.adminLoginRequired, variant: 'destructive' })
          void navigate({ to: '/admin-login' })
          return true
        }}
      />
    </AuthFrame>
  )
}
