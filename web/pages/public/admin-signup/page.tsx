import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AdminSignupForm } from './form.tsx'

export function AdminSignupPage() {
  return (
    <AuthFrame
      title={t('Admin registration')}
      lead={t("Create an administrator's account with the link you were invited by.")}
      seed="et-admin-signup"
      after={
        <p>
          {t('Have an account?')}{' '}
          <Link to="/admin-login" className="link">
            {t('Admin login')}
          </Link>
        </p>
      }
    >
      <Notice tone="warn" icon={ShieldAlert} title={t('For authorized personnel only')} />
      <AdminSignupForm />
    </AuthFrame>
  )
}
