import { Link } from '@tanstack/react-router'
import { retryMail } from '../../../../contract/endpoints/jobs.ts'
import type { BackgroundWork, FailedMail } from '../../../../contract/jobs.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { call } from '../../../lib/api.ts'
import { richText } from '../../../lib/rich-text.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { failureTexts } from './job-texts.ts'
import { RetryButton } from './retry-button.tsx'
import { useRetryReport, type ReportRetry } from './retry-report.ts'

/** The mails that could not be sent. The list says for which account each is, and neither its address nor its text. */
export function FailedMails({ work: { failed_mails: mails, failed_mail_count: count } }: { work: BackgroundWork }) {
  const { text, target, report } = useRetryReport<HTMLHeadingElement>()
  return (
    <section aria-labelledby="failed-mails" className="grid gap-3">
      <h2 ref={target} tabIndex={-1} id="failed-mails" className="serif text-xl">
        {t('Mails that could not be sent')}
      </h2>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {text}
      </p>
      {mails.length === 0 ? (
        <p className="text-ink-2">{t('There are none.')}</p>
      ) : (
        <ul
          aria-label={t('Mails that could not be sent')}
          className="overflow-hidden rounded-3 border border-line bg-surface"
        >
          {mails.map((mail) => (
            <MailRow key={`${mail.queue} ${mail.id}`} mail={mail} report={report} />
          ))}
        </ul>
      )}
      {count > mails.length && (
        <p className="text-sm text-ink-2">
          {tn('Only the newest are shown, of {count} mail.', 'Only the newest are shown, of {count} mails.', count)}
        </p>
      )}
    </section>
  )
}

function MailRow({ mail, report }: { mail: FailedMail; report: ReportRetry }) {
  const { queue, id, member, attempts, failure, next_attempt_at: next } = mail
  return (
    <li className="grid items-start justify-items-start gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_9rem] sm:px-5">
      {member ? (
        <Link to="/admin/users/$userId" params={{ userId: member.id }} className="link font-semibold">
          <PersonName>{member.full_name}</PersonName>
        </Link>
      ) : (
        <p className="font-semibold">{t('An address without an account')}</p>
      )}
      <div className="min-w-0 text-sm text-ink-2">
        <p>{queue === 'notices' ? t('The mail could not be written.') : failureTexts[failure.reason]}</p>
        <p>
          {tn('Tried once', 'Tried {count} times', attempts)} ·{' '}
          {richText('last {time}', { time: <TimeText value={failure.at} /> })}
        </p>
        <p>
          {next === null ? t('It is given up.') : richText('Next attempt {time}', { time: <TimeText value={next} /> })}
        </p>
      </div>
      <RetryButton
        label={t('Try again: {work}', { work: member?.full_name ?? t('An address without an account') })}
        act={() => call(retryMail, { body: { queue, id } })}
        report={report}
      />
    </li>
  )
}
