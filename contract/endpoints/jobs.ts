import type { Endpoint } from '../endpoint.ts'
import { adminOnly, ownerOnly } from '../roles.ts'

/** The work that time asks for. Each runs in one server at a time. */
export const jobNames = [
  'mails',
  'notice_mails',
  'wake_ups',
  'chat_mails',
  'request_mails',
  'overdue_requests',
  'expired_buys',
  'automatic_approval',
  'chain',
  'closures',
  'totals',
  'verifier',
  'backup_log',
  'backup',
  'retention',
  'cleanup',
] as const
export type JobName = (typeof jobNames)[number]

/** `late` has not done its work for too long, though no failure is known. */
export const jobStates = ['good', 'running', 'failing', 'late'] as const

/**
 * The kinds of failures: the database was away or slow, another server could not be reached, the disk is full or refuses, the
 * mail server refused the log-in or the mail, the server ended in the middle of a run, and a fault of the program.
 */
export const failureReasons = ['database', 'network', 'disk', 'login', 'refused', 'cut_off', 'fault'] as const
export type FailureReason = (typeof failureReasons)[number]

/** `outbox` holds mails that are written, `notices` those that are still to be written. */
export const mailQueues = ['outbox', 'notices'] as const

export const getBackgroundWork = {
  id: 'get_background_work',
  method: 'GET',
  path: '/api/jobs',
  access: adminOnly,
  duties: ownerOnly,
} as const satisfies Endpoint

export const retryJob = {
  id: 'retry_job',
  method: 'POST',
  path: '/api/jobs/:jobName/retry',
  access: adminOnly,
  duties: ownerOnly,
} as const satisfies Endpoint

export const retryMail = {
  id: 'retry_mail',
  method: 'POST',
  path: '/api/failed-mails/retry',
  access: adminOnly,
  duties: ownerOnly,
} as const satisfies Endpoint
