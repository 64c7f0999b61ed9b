import { Link, useLocation } from '@tanstack/react-router'
import { reportNotMe } from '../../../contract/endpoints/holds.ts'
import { t } from '../../../contract/translate.ts'
import { MailedAct } from '../../features/accounts/mailed-act.tsx'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The page behind the link "This was not me". */
export function NotMePage() {
  const { notMeToken } = useLocation({ select: (location) => location.state })
  return (
    <MailedAct
      page="/not-me"
      token={notMeToken}
      missingHint={t('Open the link of the mail once more, or write to support.')}
      label={t('This was not me')}
      tone="bad-solid"
      act={(token) => call(reportNotMe, { body: { token } })}
      // This browser may have been logged in to the account.
      onSuccess={() => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })}
      done={() => <Reported />}
    >
      {t(
        'Press the button if you did not do what the mail is about. Every browser is logged out of your account, and no coin leaves it until you have spoken with support.',
      )}
    </MailedAct>
  )
}

function Reported() {
  return (
    <Notice
      tone="ok"
      role="status"
      title={t('Your coins stay where they are.')}
      action={
        <Button variant="ghost" size="sm" asChild>
          <Link to="/forgot-password">{t('Set a new password')}</Link>
        </Button>
      }
    >
      {t(
        'Every browser was logged out, and withdrawals and transfers are stopped. Set a new password, log in with it and write to support in the chat.',
      )}
    </Notice>
  )
}
