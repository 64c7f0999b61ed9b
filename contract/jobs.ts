import * as z from 'zod/mini'
import * as endpoints from './endpoints/jobs.ts'
import { defineOperation, emptyObject, id, moment } from './operation.ts'

const failure = z.object({
  /** The time of the last failure. */
  at: moment,
  reason: z.enum(endpoints.failureReasons),
  /** The words of the program, shortened and without anything personal; null for a mail. */
  detail: z.nullable(z.string()),
})

export const job = z.object({
  name: z.enum(endpoints.jobNames),
  state: z.enum(endpoints.jobStates),
  /** The pause between the end of a good run and the next one. */
  every_seconds: z.number(),
  /** The start of the run under way; null while there is none. */
  running_since: z.nullable(moment),
  /** The last run that came to an end; null before the first one. */
  ended_at: z.nullable(moment),
  seconds: z.nullable(z.number()),
  /** The end of the last run that did its work. */
  succeeded_at: z.nullable(moment),
  /** The time from which a server begins the next run. */
  due_at: moment,
  runs: z.number(),
  /** The failures since the last good run. */
  failures: z.number(),
  failure: z.nullable(failure),
})
export type Job = z.infer<typeof job>

export const failedMail = z.object({
  queue: z.enum(endpoints.mailQueues),
  id: z.string(),
  /** The account that the mail is for; null for a mail to an address without one. */
  member: z.nullable(z.object({ id, full_name: z.string() })),
  attempts: z.number(),
  failure,
  /** The time of the next attempt; null once the mail is given up. */
  next_attempt_at: z.nullable(moment),
})
export type FailedMail = z.infer<typeof failedMail>

export const backgroundWork = z.object({
  jobs: z.array(job),
  /** The mails of which the last attempt failed, those to accounts first, and then the newest failure; 50 at most. */
  failed_mails: z.array(failedMail),
  /** The number of all of them, counted up to 1000. */
  failed_mail_count: z.number(),
})
export type BackgroundWork = z.infer<typeof backgroundWork>

export const getBackgroundWork = defineOperation(endpoints.getBackgroundWork, {
  summary:
    'The work that the server does by itself: what runs, what has failed and why, and the mails that could not be sent.',
  output: backgroundWork,
})

export const retryJob = defineOperation(endpoints.retryJob, {
  summary: 'Let a job that has failed run again now.',
  params: z.strictObject({ jobName: z.enum(endpoints.jobNames) }),
  output: emptyObject,
  errors: ['not_found', 'retried_already'],
})

export const retryMail = defineOperation(endpoints.retryMail, {
  summary: 'Try to send a mail again now, after it could not be sent.',
  body: z.strictObject({ queue: z.enum(endpoints.mailQueues), id: z.string().check(z.maxLength(100)) }),
  output: emptyObject,
  errors: ['not_found', 'retried_already'],
})
