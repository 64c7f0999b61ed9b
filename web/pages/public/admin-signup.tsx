import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { AuthFrame } from '../../features/accounts/auth-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AdminSignupForm } from './admin-signup-form.tsx'

export function AdminSignupPage() {
  return (
    <AuthFrame
      title="Admin registration"
      lead="Create an administrator's account with the link you were invited by."
      seed="et-admin-signup"
      after={
        <p>
          Have an account?{' '}
          <Link to="/admin-login" className="link">
            Admin login
          </Link>
        </p>
      }
    >
      <Notice tone="warn" icon={ShieldAlert} title="For authorized personnel only" />
      <AdminSignupForm />
    </AuthFrame>
  )
}
