import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { stopMails, type MailGroup } from '../../../contract/endpoints/mail-preferences.ts'
import { pageTitles } from '../../../contract/pages.ts'
import { t } from '../../../contract/translate.ts'
import { AuthFrame } from '../../features/accounts/auth-frame.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The page behind the last link of a mail. Its button alone has an effect, because programs also open links of mails. */
export function UnsubscribePage() {
  const { mailStopToken } = useLocation({ select: (location) => location.state })
  return (
    <AuthFrame title={pageTitles['/unsubscribe']} seed="et-unsubscribe">
      {mailStopToken === undefined ? <MissingToken /> : <Stop token={mailStopToken} />}
    </AuthFrame>
  )
}

function MissingToken() {
  return (
    <Notice tone="bad" role="alert" title={t('This link is incomplete.')}>
      {t('Open the link of the mail once more, or choose your mails in your profile.')}
    </Notice>
  )
}

const stopped: Record<MailGroup, string> = {
  decisions: t('You get no more mails about decisions.'),
  coins: t('You get no more mails about received coins.'),
  rewards: t('You get no more mails about rewards.'),
  payouts: t('You get no more mails about payments of withdrawals.'),
}

function Stop({ token }: { token: string }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => call(stopMails, { body: { token } }) })
  if (data) {
    return (
      <Notice
        tone="ok"
        role="status"
        title={stopped[data.group]}
        action={
          <Button variant="ghost" size="sm" asChild>
            <Link to="/dashboard/profile" hash="mails">
              {t('Choose your mails')}
            </Link>
          </Button>
        }
      >
        {t('Mails about the safety of your account still reach you.')}
      </Notice>
    )
  }
  return (
    <>
      {error && (
        <Notice tone="bad" role="alert" title={t('Nothing was changed.')}>
          {messageOf(error)}
        </Notice>
      )}
      <p>{t('Press the button to get no more mails of this kind.')}</p>
      <Button size="lg" busy={isPending} onClick={() => mutate()}>
        {t('Unsubscribe')}
      </Button>
    </>
  )
}
