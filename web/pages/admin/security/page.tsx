import { Link } from '@tanstack/react-router'
import { getRequestDigest } from '../../../../contract/endpoints/request-digest.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { PasswordForm } from '../../../features/security/password-form.tsx'
import { Passkeys } from '../../../features/security/passkeys.tsx'
import { SessionList } from '../../../features/security/session-list.tsx'
import { TwoFactor } from '../../../features/security/two-factor.tsx'
import { mustEnrol } from '../../../lib/enrolment.ts'
import { useMay } from '../../../lib/use-may.ts'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RequestNews } from './request-news.tsx'

export const lead = t('Your password, your second factor and where you are signed in.')

/**
 * An administrator's second factor, password and sessions, and how they hear of new requests. Until a required second
 * factor is on, the page shows only its setup.
 */
export function SecurityPage() {
  const { session } = useSession()
  const isEnrolling = mustEnrol(session)
  const may = useMay()
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle lead={lead}>{pageTitles['/admin/security']}</PageTitle>
      {isEnrolling && (
        <Notice tone="warn" title={t('Please set up two-factor authentication first.')}>
          {t(
            'Administrators of this site log in with a second factor: an authenticator app or a passkey. The other pages open once it is on.',
          )}
        </Notice>
      )}
      {!isEnrolling && session?.two_factor.is_required && (
        <Button variant="ghost" asChild className="justify-self-start">
          <Link to="/admin">{t('To the dashboard')}</Link>
        </Button>
      )}
      <Card title={t('Two-factor authentication')}>
        <TwoFactor />
      </Card>
      <Card title={t('Passkeys')}>
        <Passkeys />
      </Card>
      {!isEnrolling && (
        <>
          <Card title={t('Password')}>
            <PasswordForm />
          </Card>
          <Card title={t('Where you are signed in')}>
            <SessionList />
          </Card>
          {may(getRequestDigest) && (
            <Card id="request-news" title={t('New requests')}>
              <RequestNews />
            </Card>
          )}
        </>
      )}
    </div>
  )
}
