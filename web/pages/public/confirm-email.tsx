import { Link, useLocation } from '@tanstack/react-router'
import { confirmEmailChange } from '../../../contract/endpoints/email-change.ts'
import { t } from '../../../contract/translate.ts'
import { MailedAct } from '../../features/accounts/mailed-act.tsx'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The page behind the link to a new email. */
export function ConfirmEmailPage() {
  const { newEmailToken } = useLocation({ select: (location) => location.state })
  return (
    <MailedAct
      page="/confirm-email"
      token={newEmailToken}
      missingHint={t('Open the link of the mail once more, or ask for the change again in your profile.')}
      label={t('Confirm the new email')}
      act={(token) => call(confirmEmailChange, { body: { token } })}
      // This browser may be logged in to the account.
      onSuccess={() => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })}
      done={({ email }) => <Confirmed email={email} />}
    >
      {t(
        'Press the button to make this address the email of your account. For a while after that, withdrawals and transfers wait before they can be approved.',
      )}
    </MailedAct>
  )
}

function Confirmed({ email }: { email: string }) {
  return (
    <Notice
      tone="ok"
      role="status"
      title={t('Your email was changed.')}
      action={
        <Button variant="ghost" size="sm" asChild>
          <Link to="/dashboard/profile">{t('Go to your profile')}</Link>
        </Button>
      }
    >
      {t('From now on you log in with {email}. Your password is the same.', { email })}
    </Notice>
  )
}
