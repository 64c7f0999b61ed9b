import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import { AuthFrame } from '../../../features/accounts/auth-frame.tsx'
import { waitText } from '../../../../contract/wait-text.ts'
import { settingsQuery } from '../../../lib/public-queries.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ResetMailFailure } from './failure.tsx'
import { useResetMail } from './mail.ts'

const resendAfterMs = 60_000

interface ForgotPasswordSentProps {
  email: string
  onOtherAddress: () => void
}

/** The same page for every address, so that it does not reveal which addresses have an account. */
export function ForgotPasswordSent({ email, onOtherAddress }: ForgotPasswordSentProps) {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <AuthFrame
      title={t('Check your email')}
      isFocused
      lead={richText(
        'If {email} belongs to an account, we have sent it a link to set a new password. It works once, for 60 minutes.',
        { email: <strong className="font-semibold break-words text-ink">{email}</strong> },
      )}
      seed="et-forgot"
      after={
        <p>
          <Link to="/login" state={{ accountEmail: email }} className="link">
            {t('Back to Log In')}
          </Link>
        </p>
      }
    >
      {settings?.has_mail_page && (
        <Notice
          action={
            <a className="link" href="/dev/mail">
              {t('Open the mails of this installation')}
            </a>
          }
        >
          {t('No mail server is set up here, so mails are kept instead of sent.')}
        </Notice>
      )}
      <p className="text-ink-2">
        {t('Nothing there after a few minutes? Look into the spam folder, or send it again.')}
      </p>
      <SendAgain email={email} onOtherAddress={onOtherAddress} />
    </AuthFrame>
  )
}

function SendAgain({ email, onOtherAddress }: ForgotPasswordSentProps) {
  const { leftMs, restart } = useCountdown(resendAfterMs)
  const [isSentAgain, setIsSentAgain] = useState(false)
  const { send, isBusy, error } = useResetMail(() => {
    setIsSentAgain(true)
    restart()
  })
  return (
    <div className="grid gap-3">
      <ResetMailFailure error={error} />
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" busy={isBusy} aria-disabled={leftMs > 0} onClick={() => send(email)}>
          {leftMs > 0 ? t('Send again in {time}', { time: waitText(leftMs / 1000) }) : t('Send again')}
        </Button>
        <Button variant="quiet" onClick={onOtherAddress}>
          {t('Use another email')}
        </Button>
      </div>
      <p role="status" className="text-sm font-semibold text-ok empty:hidden">
        {isSentAgain && leftMs > 0 && t('Sent again.')}
      </p>
    </div>
  )
}

/** A countdown by the time of the clock, as a tab in the background wakes rarely. */
function useCountdown(lengthMs: number): { leftMs: number; restart: () => void } {
  const start = () => ({ endsAt: Date.now() + lengthMs, now: Date.now() })
  const [{ endsAt, now }, setClock] = useState(start)
  const leftMs = Math.max(0, endsAt - now)
  useEffect(() => {
    if (leftMs === 0) return
    const timer = setTimeout(() => setClock({ endsAt, now: Date.now() }), leftMs % 1000 || 1000)
    return () => clearTimeout(timer)
  }, [leftMs, endsAt])
  return { leftMs, restart: () => setClock(start()) }
}
