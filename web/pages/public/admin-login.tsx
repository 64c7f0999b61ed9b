import { useLocation } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthFrame } from '../../features/accounts/auth-frame.tsx'
import { SignInForm } from '../../features/accounts/sign-in-form.tsx'

export function AdminLoginPage() {
  const { accountEmail } = useLocation({ select: (location) => location.state })
  return (
    <AuthFrame
      title={t('Admin login')}
      lead={
        <span className="inline-flex items-center gap-2">
          <ShieldCheck aria-hidden="true" size={18} />
          {t('For administrators only.')}
        </span>
      }
      seed="et-admin"
    >
      {/* The members' log-in sent the administrator here. Its toast said so for only five seconds. */}
      {accountEmail !== undefined && (
        <Notice title={`${toasts.adminLoginRequired.title}.`}>{toasts.adminLoginRequired.description}</Notice>
      )}
      <SignInForm
        portal="admin"
        submitText={t('Secure Sign In')}
        busyText={t('Signing in...')}
        email={accountEmail}
        onSignedIn={(isAdmin) => toast(isAdmin ? toasts.welcomeAdmin : toasts.loginSuccessful)}
      />
    </AuthFrame>
  )
}
