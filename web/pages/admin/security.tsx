import { Link } from '@tanstack/react-router'
import { PasswordForm } from '../../features/security/password-form.tsx'
import { SessionList } from '../../features/security/session-list.tsx'
import { TwoFactor } from '../../features/security/two-factor.tsx'
import { mustEnrol } from '../../lib/enrolment.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

/** How an administrator logs in. Until a second factor that is required is on, there is nothing else to be seen. */
export function SecurityPage() {
  const { session } = useSession()
  const isEnrolling = mustEnrol(session)
  return (
    <div className="grid max-w-3xl gap-5">
      <PageTitle lead="Your password, your second factor and where you are signed in.">Security</PageTitle>
      {isEnrolling && (
        <Notice tone="warn" title="Please set up two-factor authentication first.">
          Administrators of this site log in with a second factor. The other pages open once it is on.
        </Notice>
      )}
      {!isEnrolling && session?.two_factor.is_required && (
        <Button variant="ghost" asChild className="justify-self-start">
          <Link to="/admin">To the dashboard</Link>
        </Button>
      )}
      <Card title="Two-factor authentication">
        <TwoFactor />
      </Card>
      {!isEnrolling && (
        <>
          <Card title="Password">
            <PasswordForm />
          </Card>
          <Card title="Where you are signed in">
            <SessionList />
          </Card>
        </>
      )}
    </div>
  )
}
