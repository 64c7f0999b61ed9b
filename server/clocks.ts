import type { FastifyBaseLogger } from 'fastify'
import { closeDueAccounts } from './accounts/closure/close-due.ts'
import { approveByPolicy } from './money/automatic-approval/approve-by-policy.ts'
import { openWatcher } from './money/deposits/watcher.ts'
import { rollUpSettled } from './money/ledger/roll-ups.ts'
import { mailNotices } from './money/notices/mail-notices.ts'
import { wakeMembers } from './money/notices/wake-members.ts'
import { escalateOverdue } from './money/requests/escalate-overdue.ts'
import { expireBuys } from './money/requests/expire-buys.ts'
import { mailDigests } from './money/requests/request-digest.ts'
import { removeOld } from './money/retention/remove-old.ts'
import { verifierEveryMs, verifyBooks } from './money/verifier/verify-books.ts'
import { deleteExpiredRows } from './platform/cleanup.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/client.ts'
import type { Encryption } from './platform/encryption/encryption.ts'
import type { Events } from './platform/events/events.ts'
import type { ExchangeRates } from './platform/exchange-rates/exchange-rates.ts'
import type { Files } from './platform/files/files.ts'
import { startJobs, type JobDefinition } from './platform/jobs/jobs.ts'
import { createMailOwner } from './platform/mail/mail-owner.ts'
import type { Mailer } from './platform/mail/mail.ts'
import type { Outbox } from './platform/mail/outbox.ts'
import { repeat } from './platform/repeat.ts'
import { mailReplies } from './support/chat/reply-mails.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

interface ClockDeps {
  config: Config
  db: Db
  events: Events
  files: Files
  mail: Mailer
  outbox: Outbox
  exchangeRates: ExchangeRates
  encryption: Encryption
  log: FastifyBaseLogger
}

/** Starts the work that time asks for, and no caller. Returns the function that ends it. */
export function startClocks(deps: ClockDeps): () => Promise<void> {
  const { db, log, outbox, exchangeRates } = deps
  const stopping = new AbortController()
  const jobs = startJobs({ db, log, jobs: listJobs(deps, stopping.signal) })
  outbox.onQueued(() => jobs.poke('mails'))
  // Each server keeps the rate in its own memory, so this is no job that one of them does for all.
  const stopRenewing = repeat(async () => exchangeRates.renew(), {
    everyMs: 30 * secondMs,
    isAtOnce: true,
    onError: (err) => log.warn({ err }, 'The exchange rate could not be renewed'),
  })
  return async () => {
    stopping.abort()
    await Promise.all([jobs.stop(), stopRenewing()])
  }
}

function listJobs(deps: ClockDeps, stopping: AbortSignal): JobDefinition[] {
  const { config, db, events, files, mail, outbox, encryption, log } = deps
  const mailing = { db, events, encryption, config, log, mailOwner: createMailOwner({ outbox }) }
  const watcher = openWatcher(config, { db, log, events, stopping })
  const every = (name: JobDefinition['name'], everyMs: number, work: JobDefinition['work']) => ({ name, everyMs, work })
  return [
    every('mails', 2 * secondMs, (signal) => outbox.deliver(signal)),
    every('notice_mails', secondMs, (signal) => mailNotices(mailing, signal)),
    every('wake_ups', secondMs, (signal) => wakeMembers(mailing, signal)),
    every('chat_mails', 10 * secondMs, (signal) => mailReplies(mailing, signal)),
    every('request_mails', 5 * secondMs, (signal) => mailDigests(mailing, signal)),
    // The times of decisions are measured in the same run, if that is due.
    every('overdue_requests', minuteMs, (signal) => escalateOverdue({ db, events, outbox, config }, signal)),
    every('expired_buys', minuteMs, (signal) => expireBuys(mailing, signal)),
    // A payment is known some seconds after its block is final.
    every('automatic_approval', 5 * secondMs, (signal) => approveByPolicy(mailing, signal)),
    ...(watcher ? [every('chain', 5 * secondMs, async (signal) => watcher.work(signal))] : []),
    every('closures', minuteMs, (signal) => closeDueAccounts({ ...mailing, outbox }, signal)),
    every('totals', 5 * secondMs, (signal) => rollUpSettled(db, signal)),
    every('verifier', verifierEveryMs, (signal) => verifyBooks({ db, events, outbox, config, log }, signal)),
    every('retention', 6 * hourMs, (signal) => removeOld({ db, files, config, mailFolder: mail.folder }, signal)),
    every('cleanup', minuteMs, (signal) => deleteExpiredRows(db, signal)),
  ]
}
