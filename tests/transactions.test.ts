import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  createConfirmationToken,
  createRecoveryToken,
  consumeConfirmationToken,
} from '../server/accounts/auth/email-tokens.ts'
import { setPassword } from '../server/accounts/auth/new-password.ts'
import { createInvitation, registerAdministrator } from '../server/accounts/invitations/invitations.ts'
import { insertMember } from '../server/accounts/members/members.ts'
import { recordWalletChange } from '../server/accounts/members/wallet-change.ts'
import { removeTwoFactor } from '../server/accounts/two-factor/two-factor.ts'
import * as ledger from '../server/money/ledger/ledger.ts'
import { recordAudit, recordActionWithoutChange } from '../server/platform/audit-trail.ts'
import type { Db, Tx } from '../server/platform/db/client.ts'
import type { Write } from '../server/platform/db/write.ts'
import type { MailOwner, Outbox } from '../server/platform/mail/outbox.ts'
import { createSession, deleteOtherSessions, recheckCaller, lockAccount } from '../server/platform/sessions.ts'

const sources = globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/**
 * Calls with a plain Db what belongs into a transaction. No test runs it: the compiler reports a line here that compiles.
 * `rest` fits any parameter, so only the first one can be at fault.
 */
export function callWithoutTransaction(db: Db, rest: never, outbox: Outbox, mailOwner: MailOwner) {
  return [
    // @ts-expect-error The decision and the warnings that it acknowledges are stored together.
    ledger.decide(db, rest),
    // @ts-expect-error The correction and its entry in the audit log are stored together.
    ledger.adjust(db, rest),
    // @ts-expect-error The settings and a mail about their change are stored together.
    ledger.changeSettings(db, rest),
    // @ts-expect-error An act and its entry in the audit log are stored together.
    recordAudit(db, rest),
    // @ts-expect-error An act that changes something is not recorded alone.
    recordActionWithoutChange(db, { action: 'wallet_changed', actorId: null }),
    // @ts-expect-error A mail leaves only if the change that causes it is stored.
    outbox.queue(db, rest),
    // @ts-expect-error Owed mails are written together with the change of the address.
    outbox.writeOwed(db, rest, rest),
    // @ts-expect-error The same for a mail to the owner of an account.
    mailOwner(db, rest, rest),
    // @ts-expect-error A lock lasts until the end of its transaction.
    lockAccount(db, rest),
    // @ts-expect-error Sessions are counted under the lock of the account.
    createSession(db, rest),
    // @ts-expect-error The other sessions end together with the change that ends them.
    deleteOtherSessions(db, rest),
    // @ts-expect-error The caller is judged where the change is made.
    recheckCaller(db, rest, rest),
    // @ts-expect-error A member and their credentials are stored together.
    insertMember(db, rest),
    // @ts-expect-error A token is stored with the mail that carries it.
    createConfirmationToken(db, rest),
    // @ts-expect-error A token is used up by the change that it allows.
    consumeConfirmationToken(db, rest),
    // @ts-expect-error A new token voids the earlier ones under the lock of the account.
    createRecoveryToken(db, rest),
    // @ts-expect-error An invitation and its entry in the audit log are stored together.
    createInvitation(db, rest, rest),
    // @ts-expect-error An invitation is used up by the account that it allows.
    registerAdministrator(db, rest),
    // @ts-expect-error A new password voids links and sends a mail.
    setPassword(db, rest, rest),
    // @ts-expect-error The new address, its record and the mail about it are stored together.
    recordWalletChange(db, rest, rest),
    // @ts-expect-error The second factor ends together with its record and mail.
    removeTwoFactor(db, rest),
  ]
}

/** Compiles: a transaction may do all that, and may read. */
export function callWithTransaction(tx: Tx, rest: never, read: (db: Db) => Promise<unknown>, write: Write) {
  return [ledger.decide(tx, rest), recordAudit(tx, rest), read(tx), write(async (own) => recordAudit(own, rest))]
}

test('only a transaction can lock a row', () => {
  const lockers = sources.flatMap(({ file, text }) =>
    text
      .split(/\bawait /)
      .map(
        (statement) =>
          /^(\w+)\s*\.selectFrom\((?:(?!\.execute).)*\.for(?:NoKeyUpdate|Update|KeyShare|Share)\(/s.exec(
            statement,
          )?.[1],
      )
      .filter((name) => name !== undefined)
      .map((name) => ({ file, name })),
  )
  expect(lockers.length).toBeGreaterThan(5)
  expect(lockers.filter(({ name }) => name !== 'tx')).toEqual([])
})

test('transactions are opened and repeated in one place', () => {
  const openers = sources.filter(({ text }) => /\.(?:transaction|startTransaction)\(\)/.test(text))
  expect(openers.map(({ file }) => file)).toEqual(['server/platform/db/transaction.ts'])
  const repeaters = sources.filter(({ text }) => /\bisRetryable\(/.test(text))
  expect(repeaters.map(({ file }) => file).toSorted()).toEqual([
    'server/platform/db/refusal.ts',
    'server/platform/db/transaction.ts',
    // Says of a failure that outlasted its repetitions that the call may be made again.
    'server/platform/http/reply-error.ts',
  ])
})
