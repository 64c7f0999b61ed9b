import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { toasts } from '../../../contract/texts.ts'
import { settingsQuery } from '../../lib/queries.ts'
import { Notice } from '../../ui/notice.tsx'

/** What came before this visit to the login page: a new account, or a followed confirmation link. */
export function MailNotice() {
  const { confirmationFailure, signedUpEmail } = useLocation({ select: (location) => location.state })
  const { data: settings } = useQuery(settingsQuery)
  if (confirmationFailure === null) {
    return (
      <Notice tone="ok" role="status" title="Your email is confirmed.">
        You can log in now.
      </Notice>
    )
  }
  if (confirmationFailure !== undefined) {
    return (
      <Notice tone="bad" role="alert" title={confirmationFailure}>
        If you have confirmed your email before, you can log in.
      </Notice>
    )
  }
  if (signedUpEmail === undefined) return null
  return (
    <Notice
      role="status"
      title={toasts.accountCreated.title}
      action={
        settings?.has_mail_page && (
          <a className="link" href="/dev/mail">
            Open the mails of this installation
          </a>
        )
      }
    >
      We sent a link to {signedUpEmail}. Follow it to confirm your account, then log in.
    </Notice>
  )
}
