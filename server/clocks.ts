import type { FastifyBaseLogger } from 'fastify'
import { closeDueAccounts } from './accounts/closure/close-due.ts'
import { approveByPolicy } from './money/automatic-approval/approve-by-policy.ts'
import { startWatcher } from './money/deposits/watcher.ts'
import { rollUpSettled } from './money/ledger/roll-ups.ts'
import { mailNotices } from './money/notices/mail-notices.ts'
import { wakeMembers } from './money/notices/wake-members.ts'
import { escalateOverdue } from './money/requests/escalate-overdue.ts'
import { expireBuys } from './money/requests/expire-buys.ts'
import { mailDigests } from './money/requests/request-digest.ts'
import { removeOld } from './money/retention/remove-old.ts'
import { verifyBooks } from './money/verifier/verify-books.ts'
import { startCleanup } from './platform/cleanup.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/client.ts'
import type { Encryption } from './platform/encryption/encryption.ts'
import type { Events } from './platform/events/events.ts'
import type { ExchangeRates } from './platform/exchange-rates/exchange-rates.ts'
import type { Files } from './platform/files.ts'
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

/** Starts the work that time asks for, and no caller. Returns the functions that end it. */
export function startClocks(deps: ClockDeps): (() => Promise<unknown>)[] {
  const { config, db, events, files, mail, outbox, exchangeRates, encryption, log } = deps
  const warn = (message: string) => (err: unknown) => log.warn({ err }, message)
  const every = (everyMs: number, failure: string, work: (signal: AbortSignal) => Promise<unknown>, isAtOnce = true) =>
    repeat(work, { everyMs, isAtOnce, onError: warn(failure) })
  const mailing = { db, events, encryption, config, mailOwner: createMailOwner({ outbox }) }
  return [
    startCleanup({ db, onError: warn('Rows that are over could not be removed') }),
    every(5 * secondMs, 'The totals could not be rolled up', (signal) => rollUpSettled(db, signal)),
    every(6 * hourMs, 'What is older than its time could not be removed', (signal) =>
      removeOld({ db, files, config, mailFolder: mail.folder }, signal),
    ),
    every(minuteMs, 'Purchases that are overdue could not be ended', (signal) => expireBuys(mailing, signal)),
    every(minuteMs, 'Accounts could not be closed', (signal) =>
      closeDueAccounts({ db, events, outbox, mailOwner: mailing.mailOwner, config }, signal),
    ),
    // A payment is known some seconds after its block is final.
    every(
      5 * secondMs,
      'Purchases could not be approved by the policy',
      (signal) => approveByPolicy(mailing, signal),
      false,
    ),
    every(secondMs, 'Members could not be mailed what happened', (signal) => mailNotices(mailing, signal)),
    every(secondMs, 'Browsers of members could not be woken', (signal) => wakeMembers(mailing, signal)),
    // The times of decisions are measured in the same run, if that is due.
    every(minuteMs, 'The owners could not be told of overdue requests', (signal) =>
      escalateOverdue({ db, events, outbox, config }, signal),
    ),
    every(5 * secondMs, 'Administrators could not be mailed about new requests', (signal) =>
      mailDigests(mailing, signal),
    ),
    every(10 * secondMs, 'Members could not be mailed about answers in the chat', (signal) =>
      mailReplies(mailing, signal),
    ),
    startWatcher(config, { db, log, events }),
    every(30 * secondMs, 'The books could not be checked', () => verifyBooks({ db, events, outbox, config, log })),
    every(30 * secondMs, 'The exchange rate could not be renewed', async () => exchangeRates.renew()),
  ]
}
