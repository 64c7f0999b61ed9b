import { Check, Clock, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react'
import { retryJob } from '../../../../contract/endpoints/jobs.ts'
import type { Job } from '../../../../contract/jobs.ts'
import { t, tc, tn } from '../../../../contract/translate.ts'
import { call } from '../../../lib/api.ts'
import { richText } from '../../../lib/rich-text.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { formatSpan } from '../../../ui/format-time.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { AgoText, TimeText } from '../../../ui/time-text.tsx'
import { failureTexts, jobTexts } from './job-texts.ts'
import { RetryButton } from './retry-button.tsx'
import { useRetryReport, type ReportRetry } from './retry-report.ts'

/** The jobs with how they went. Those that fail or are late stand first. */
export function JobList({ jobs }: { jobs: readonly Job[] }) {
  const inOrder = jobs.toSorted((one, other) => Number(isBad(other)) - Number(isBad(one)))
  const { text, target, report } = useRetryReport<HTMLUListElement>()
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {text}
      </p>
      <ul
        ref={target}
        tabIndex={-1}
        aria-label={t('Background work')}
        className="overflow-hidden rounded-3 border border-line bg-surface"
      >
        {inOrder.map((job) => (
          <JobRow key={job.name} job={job} report={report} />
        ))}
      </ul>
    </div>
  )
}

export const isBad = ({ state }: Job) => state === 'failing' || state === 'late'

const looks: Record<Job['state'], { tone: Tone; label: string; icon: LucideIcon }> = {
  good: { tone: 'ok', label: tc('state of background work', 'In order'), icon: Check },
  running: { tone: 'brand', label: tc('state of background work', 'Running'), icon: LoaderCircle },
  failing: { tone: 'bad', label: tc('state of background work', 'Fails'), icon: TriangleAlert },
  late: { tone: 'wait', label: tc('state of background work', 'Late'), icon: Clock },
}

function JobRow({ job, report }: { job: Job; report: ReportRetry }) {
  const { name, detail } = jobTexts[job.name]
  return (
    <li className="grid items-start justify-items-start gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 sm:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)] sm:px-5">
      <StatusBadge status={job.state} {...looks[job.state]} />
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-2">{detail}</p>
      </div>
      <div className="grid min-w-0 gap-0.5 text-sm text-ink-2">
        <Times job={job} />
      </div>
      {job.failures > 0 && job.failure && (
        <div className="grid gap-2 sm:col-span-2 sm:col-start-2">
          <FailureText failure={job.failure} failures={job.failures} />
          <RetryButton
            label={t('Try again: {work}', { work: name })}
            act={() => call(retryJob, { params: { jobName: job.name } })}
            report={report}
          />
        </div>
      )}
    </li>
  )
}

function Times({
  job: { succeeded_at: succeeded, seconds, running_since: since, due_at: due, state, ...job },
}: {
  job: Job
}) {
  return (
    <>
      <p>
        {succeeded === null ? t('Not done yet') : richText('Done {time}', { time: <AgoText value={succeeded} /> })}
        {seconds !== null && seconds >= 1 && (
          <span className="text-ink-3"> · {tn('in {count} second', 'in {count} seconds', Math.round(seconds))}</span>
        )}
      </p>
      {state === 'running' && since !== null && (
        <p>{richText('Running since {time}', { time: <TimeText value={since} /> })}</p>
      )}
      <p>{rhythmText(job.every_seconds)}</p>
      {job.every_seconds >= 600 && <p>{richText('Next {time}', { time: <TimeText value={due} /> })}</p>}
    </>
  )
}

function rhythmText(seconds: number): string {
  return seconds < 60
    ? tn('Every second', 'Every {count} seconds', seconds)
    : t('Every {span}', { span: formatSpan(seconds) })
}

function FailureText({ failure, failures }: { failure: NonNullable<Job['failure']>; failures: number }) {
  return (
    <div className="min-w-0 text-sm">
      <p className="font-semibold text-bad">{failureTexts[failure.reason]}</p>
      <p className="text-ink-2">
        {tn('Failed once', 'Failed {count} times in a row', failures)} ·{' '}
        {richText('last {time}', { time: <TimeText value={failure.at} /> })}
      </p>
      {failure.detail && (
        // The program speaks English, and the log is searched for these words.
        <p className="mono text-xs break-words text-ink-3" lang="en" dir="ltr">
          {failure.detail}
        </p>
      )}
    </div>
  )
}
