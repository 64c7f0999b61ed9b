import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { reportNotMe } from '../../../contract/endpoints/holds.ts'
import { pageTitles } from '../../../contract/pages.ts'
import { t } from '../../../contract/translate.ts'
import { AuthFrame } from '../../features/accounts/auth-frame.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The page behind the link "This was not me". Its button alone has an effect, because programs also open links of mails. */
export function NotMePage() {
  const { notMeToken } = useLocation({ select: (location) => location.state })
  return (
    <AuthFrame title={pageTitles['/not-me']} seed="et-not-me">
      {notMeToken === undefined ? <MissingToken /> : <Report token={notMeToken} />}
    </AuthFrame>
  )
}

function MissingToken() {
  return (
    <Notice tone="bad" role="alert" title={t('This link is incomplete.')}>
      {t('Open the link of the mail once more, or write to support.')}
    </Notice>
  )
}

function Report({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(reportNotMe, { body: { token } }),
    // This browser may have been logged in to the account.
    onSuccess: () => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }),
  })
  if (isSuccess) return <Reported />
  return (
    <>
      {error && (
        <Notice tone="bad" role="alert" title={t('Nothing was changed.')}>
          {messageOf(error)}
        </Notice>
      )}
      <p>
        {t(
          'Press the button if you did not do what the mail is about. Every browser is logged out of your account, and no coin leaves it until you have spoken with support.',
        )}
      </p>
      <Button variant="bad-solid" size="lg" busy={isPending} onClick={() => mutate()}>
        {t('This was not me')}
      </Button>
    </>
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
