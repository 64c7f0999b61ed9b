import { Link, useLocation } from '@tanstack/react-router'
import { stopMails, type MailGroup } from '../../../contract/endpoints/mail-preferences.ts'
import { t } from '../../../contract/translate.ts'
import { MailedAct } from '../../features/accounts/mailed-act.tsx'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The page behind the last link of a mail. */
export function UnsubscribePage() {
  const { mailStopToken } = useLocation({ select: (location) => location.state })
  return (
    <MailedAct
      page="/unsubscribe"
      token={mailStopToken}
      missingHint={t('Open the link of the mail once more, or choose your mails in your profile.')}
      label={t('Unsubscribe')}
      act={(token) => call(stopMails, { body: { token } })}
      done={({ group }) => <Stopped group={group} />}
    >
      {t('Press the button to get no more mails of this kind.')}
    </MailedAct>
  )
}

const stopped: Record<MailGroup, string> = {
  decisions: t('You get no more mails about decisions.'),
  coins: t('You get no more mails about received coins.'),
  rewards: t('You get no more mails about rewards.'),
  payouts: t('You get no more mails about payments of withdrawals.'),
  chat: t('You get no more mails about answers in the chat.'),
}

function Stopped({ group }: { group: MailGroup }) {
  return (
    <Notice
      tone="ok"
      role="status"
      title={stopped[group]}
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
