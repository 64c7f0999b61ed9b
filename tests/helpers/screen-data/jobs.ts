import { jobNames } from '../../../contract/endpoints/jobs.ts'
import type { BackgroundWork, FailedMail, Job } from '../../../contract/jobs.ts'

const aJob: Omit<Job, 'name'> = {
  state: 'good',
  every_seconds: 60,
  running_since: null,
  ended_at: '2026-03-10T11:59:30.000Z',
  seconds: 0.2,
  succeeded_at: '2026-03-10T11:59:30.000Z',
  due_at: '2026-03-10T12:00:30.000Z',
  runs: 1200,
  failures: 0,
  failure: null,
}

/** A server on which everything runs. */
export const goodWork: BackgroundWork = {
  jobs: jobNames.map((name) => ({ ...aJob, name })),
  failed_mails: [],
  failed_mail_count: 0,
}

export const aFailingJob: Job = {
  ...aJob,
  name: 'backup',
  state: 'failing',
  every_seconds: 30,
  seconds: 4,
  succeeded_at: '2026-03-09T11:59:30.000Z',
  failures: 5,
  failure: { at: '2026-03-10T11:59:30.000Z', reason: 'disk', detail: 'ENOSPC: no space left on device, write' },
}

export const aFailedMail: FailedMail = {
  queue: 'outbox',
  id: '0190f0a0-0000-7000-8000-0000000000d1',
  member: { id: '0190f0a0-0000-7000-8000-0000000000d2', full_name: 'Grace Hopper' },
  attempts: 11,
  failure: { at: '2026-03-10T11:30:00.000Z', reason: 'refused', detail: null },
  next_attempt_at: null,
}

/** The same server with a job that fails, one that is late, one that runs, and mails that could not be sent. */
export const failingWork: BackgroundWork = {
  jobs: goodWork.jobs.map((job) => {
    if (job.name === 'backup') return aFailingJob
    if (job.name === 'retention')
      return { ...job, state: 'late', every_seconds: 21_600, succeeded_at: null, seconds: null }
    return job.name === 'verifier' ? { ...job, state: 'running', running_since: '2026-03-10T11:58:00.000Z' } : job
  }),
  failed_mails: [
    aFailedMail,
    {
      ...aFailedMail,
      queue: 'notices',
      id: '0190f0a0-0000-7000-8000-0000000000d3:7',
      attempts: 2,
      failure: { at: '2026-03-10T11:20:00.000Z', reason: 'fault', detail: null },
      next_attempt_at: '2026-03-10T12:10:00.000Z',
    },
    { ...aFailedMail, id: '0190f0a0-0000-7000-8000-0000000000d4', member: null },
  ],
  failed_mail_count: 3,
}
