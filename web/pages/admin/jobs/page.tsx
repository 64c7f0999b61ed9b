import { useQuery } from '@tanstack/react-query'
import { pageTitles } from '../../../../contract/pages.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FailedMails } from './failed-mails.tsx'
import { isBad, JobList } from './job-list.tsx'
import { backgroundWorkQuery } from './jobs-query.ts'

export const lead = t('What the server does by itself, how it went, and what has failed.')

export function JobsPage() {
  const read = useQuery(backgroundWorkQuery)
  const badCount = read.data?.jobs.filter(isBad).length ?? 0
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/jobs']}</PageTitle>
      <ReadProblem reads={[read]} />
      {read.isPending && (
        <div role="status" aria-label={t('Loading')}>
          <Skeleton className="h-96 w-full rounded-3" />
        </div>
      )}
      {read.data && (
        <>
          {badCount > 0 ? (
            <Notice tone="bad" role="status">
              {tn('{count} kind of work fails or is late.', '{count} kinds of work fail or are late.', badCount)}
            </Notice>
          ) : (
            <Notice tone="ok">{t('Everything runs.')}</Notice>
          )}
          <JobList jobs={read.data.jobs} />
          <FailedMails work={read.data} />
        </>
      )}
    </div>
  )
}
