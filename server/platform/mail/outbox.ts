import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Translator } from '../../../contract/translate.ts'
import type { Db, Tx } from '../db/client.ts'
import type { Mail, Mailer } from './mail.ts'
import { encryptionContexts } from '../encryption/contexts.ts'
import type { Encryption } from '../encryption/encryption.ts'

/** Takes the mails of transactions. A mail is sent if its transaction is committed, also after a crash. */
export interface Outbox {
  /** `ownerId` is the account that the mail is for. Closing it removes the mails that wait. */
  queue(tx: Tx, mail: Mail, ownerId?: string): Promise<void>
  /** Sends the mails that are due, a few at once. Returns the number of sent mails. */
  deliver(): Promise<number>
  /** Starts to send by itself. Returns the function that ends it, after waiting for mails under way. */
  start(): () => Promise<void>
}

/** A mail to the owner of an account. */
export type OwnerMail = Omit<Mail, 'to'>

/**
 * Queues a mail to an account's owner in their language, in the transaction that causes the mail. It goes to the account's
 * email, or to another address of the owner.
 */
export type MailOwner = (tx: Tx, userId: string, write: WriteMail, address?: string) => Promise<void>
export type WriteMail = (translator: Translator) => OwnerMail

interface OutboxSettings {
  db: Db
  encryption: Encryption
  mail: Mailer
  log: { error(details: object, message: string): void }
  pollMs?: number
  /** The wait before the first repetition. Each further wait is twice as long. */
  firstWaitSeconds?: number
}

const context = encryptionContexts.mail
// With a first wait of a minute, the last attempt is 17 hours after the first.
const attemptsMax = 11
// A mail server may be slow with some mails, such as those to one host. The other mails need not wait for them.
const lanesMax = 4
const stopPatienceMs = 2_000
// Long enough for the queueing transaction to end, too short for people to notice.
const wakeMs = 30

/**
 * Creates an outbox. Several servers may deliver at once. A server that takes a mail postpones its next attempt, and
 * deletes the mail once it is sent. After a crash in between, another attempt follows. So a mail may arrive twice, but
 * is never lost.
 */
export function createOutbox(settings: OutboxSettings): Outbox {
  let wake = () => {}
  return {
    async queue(tx, mail, ownerId) {
      const encrypted = settings.encryption.encrypt(JSON.stringify(mail), context)
      await tx
        .insertInto('mail_outbox')
        .values({ mail: encrypted, owner_id: ownerId ?? null })
        .execute()
      wake()
    },
    async deliver() {
      const lanes = Array.from({ length: lanesMax }, async () => deliverInTurn(settings))
      return (await Promise.all(lanes)).reduce((sum, count) => sum + count, 0)
    },
    start() {
      const worker = startWorker(settings)
      wake = worker.wake
      return worker.stop
    },
  }
}

/** Looks for mails when it is woken. It also looks at an interval, for mails of other servers and repetitions. */
function startWorker(settings: OutboxSettings): { wake: () => void; stop: () => Promise<void> } {
  const lanes = new Set<Promise<void>>()
  let isStopped = false
  let waking: ReturnType<typeof setTimeout> | undefined
  const onError = (error: unknown) => settings.log.error({ reason: reasonOf(error) }, 'The mails could not be read')
  const run = () => {
    if (isStopped || lanes.size >= lanesMax) return
    // Each lane that takes a mail starts another lane, which looks for the next one.
    const lane: Promise<void> = deliverInTurn(settings, { isStopped: () => isStopped, onTake: run })
      .then(() => {}, onError)
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
  const runAwake = () => {
    waking = undefined
    run()
  }
  const timer = setInterval(() => waking ?? run(), settings.pollMs ?? 2_000)
  run()
  return {
    wake: () => (waking ??= isStopped ? undefined : setTimeout(runAwake, wakeMs)),
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(waking)
      // A mail server without an answer must not delay the stop. Its mail is sent again later.
      await Promise.race([Promise.all(lanes), sleep(stopPatienceMs, undefined, { ref: false })])
    },
  }
}

/** Sends one mail after the other until none is due. Returns the number of sent mails. */
async function deliverInTurn(
  settings: OutboxSettings,
  { isStopped = () => false, onTake = () => {} }: { isStopped?: () => boolean; onTake?: () => void } = {},
): Promise<number> {
  const { db, encryption, mail, log, firstWaitSeconds = 60 } = settings
  let sent = 0
  for (;;) {
    const taken = isStopped() ? undefined : await take(db, firstWaitSeconds)
    if (!taken) return sent
    onTake()
    try {
      await mail.send(JSON.parse(encryption.decrypt(taken.mail, context)) as Mail)
      sent += 1
    } catch (error) {
      const isLast = taken.attempts >= attemptsMax
      const message = isLast ? 'A mail was given up' : 'A mail could not be sent and will be tried again'
      log.error({ reason: reasonOf(error), attempts: taken.attempts }, message)
      if (!isLast) continue
    }
    await db.deleteFrom('mail_outbox').where('id', '=', taken.id).execute()
  }
}

/** Takes the mail that is due longest. No other lane or server takes it before its next attempt. */
async function take(db: Db, firstWaitSeconds: number) {
  const { rows } = await sql<{ id: string; mail: Buffer; attempts: number }>`
    update mail_outbox
       set attempts = attempts + 1, due_at = now() + make_interval(secs => ${firstWaitSeconds} * 2 ^ attempts)
     where id = (select id from mail_outbox where due_at <= now() order by due_at limit 1 for update skip locked)
    returning id, mail, attempts`.execute(db)
  return rows[0]
}

/** Returns a short reason for the log. The mail server's own words may contain the address, so they are left out. */
function reasonOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : 'unknown'
}
