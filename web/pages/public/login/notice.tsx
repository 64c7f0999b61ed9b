import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { errors } from '../../../../contract/errors.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { settingsQuery } from '../../../lib/public-queries.ts'
import { expiryNote } from '../../../lib/session.ts'
import { useTabText } from '../../../lib/tab-text.ts'
import { Notice } from '../../../ui/notice.tsx'

/** True if the page to return to is for administrators, who cannot log in here. */
function isOfAdmins(path: string | undefined): boolean {
  return path !== undefined && /^\/admin(?![\w-])/.test(path)
}

/** A link to the log-in of administrators. It keeps the page to return to. */
function PortalLink() {
  const search = useSearch({ from: '/public/login' })
  return (
    <Link to="/admin-login" search={search} className="link">
      {t('Administrators log in here')}
    </Link>
  )
}

/** Explains the way to this page: a new account, a confirmed address, a time-out, or a page for members. */
export function LoginNotice() {
  const { isEmailConfirmed, signedUpEmail } = useLocation({ select: (location) => location.state })
  const { return: returnPath } = useSearch({ from: '/public/login' })
  const isExpired = useTabText(expiryNote) !== null
  const { data: settings } = useQuery(settingsQuery)
  if (isEmailConfirmed) {
    return (
      <Notice tone="ok" role="status" title={t('Your email is confirmed.')}>
        {t('You can log in now.')}
      </Notice>
    )
  }
  if (signedUpEmail === undefined) {
    // The toast showed this for only five seconds, and the reader may have missed it.
    const way = isOfAdmins(returnPath) && <PortalLink />
    if (isExpired) return <Notice action={way}>{toasts.sessionExpired.description}</Notice>
    return returnPath ? <Notice action={way}>{errors.not_signed_in.message}</Notice> : null
  }
  return (
    <Notice
      role="status"
      title={toasts.accountCreated.title}
      action={
        settings?.has_mail_page && (
          <a className="link" href="/dev/mail">
            {t('Open the mails of this installation')}
          </a>
        )
      }
    >
      {t('We sent a link to {email}. Follow it to confirm your account, then log in.', { email: signedUpEmail })}
    </Notice>
  )
}
