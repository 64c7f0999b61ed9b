import { sql } from 'kysely'
import type { FailureReason } from '../../../contract/endpoints/jobs.ts'
import type { Translator } from '../../../contract/translate.ts'
import type { Db, Tx } from '../db/client.ts'
import type { Mail, Mailer } from './mail.ts'
import { describeFailure } from '../jobs/failure.ts'
import { encryptMail, readOrWrite, writeAllOwed, type OwedSettings, type TakenMail } from './owed-mails.ts'

/** Takes the mails of transactions. A mail is sent if its transaction is committed, also after a crash. */
export interface Outbox {
  /** `ownerId` is the account that the mail is for. Closing it removes the mails that wait. */
  queue(tx: Tx, mail: Mail, ownerId?: string): Promise<void>
  /** Lets a mail be sent soon that a function of the database has queued. Its transaction must be committed. */
  wake(): void
  /** Writes the mails that an account is still owed, to the address that it has had so far. */
  writeOwed(tx: Tx, ownerId: string, address: string): Promise<void>
  /**
   * Sends the mails that are due, a few at once, and also those that are queued meanwhile. Returns the number of sent mails. The signal
   * ends it, and so do five minutes of constant mail, after a short wait for mails under way.
   */
  deliver(signal?: AbortSignal): Promise<number>
  /** Calls the listener when a mail was queued that no delivery under way will see soon. */
  onQueued(listener: () => void): void
}

/** A mail to the owner of an account. */
export type OwnerMail = Omit<Mail, 'to'>

/**
 * Queues a mail to an account's owner in their language, in the transaction that causes the mail. It goes to the account's
 * email, or to another address of the owner.
 */
export type MailOwner = (tx: Tx, userId: string, write: WriteMail, address?: string) => Promise<void>
export type WriteMail = (translator: Translator) => OwnerMail

interface OutboxSettings extends OwedSettings {
  mail: Mailer
  log: { error(details: object, message: string): void }
  /** The time after which a delivery under way looks for mails of other servers. */
  lookMs?: number
  /** The time after which a delivery ends although more mails are due, so that its end is known. */
  longestMs?: number
  /** The wait before the first repetition. Each further wait is twice as long. */
  firstWaitSeconds?: number
}

// With a first wait of a minute, the last attempt is 17 hours after the first.
const attemptsMax = 11
// A mail server may be slow with some mails, such as those to one host. The other mails need not wait for them.
const lanesMax = 4
const stopPatienceMs = 2_000
const usualLongestMs = 300_000
// Long enough for the queueing transaction to end, too short for people to notice.
const wakeMs = 30

/**
 * Creates an outbox. Several servers may deliver at once. A server that takes a mail postpones its next attempt, and
 * deletes the mail once it is sent. After a crash in between, another attempt follows. So a mail may arrive twice, but
 * is never lost. A mail that is given up stays for thirty days, so that an administrator can see it and try it again.
 */
export function createOutbox(settings: OutboxSettings): Outbox {
  const deliveries = new Set<() => void>()
  const listeners = new Set<() => void>()
  const wakeAll = () => {
    for (const wake of deliveries.size > 0 ? deliveries : listeners) wake()
  }
  return {
    async queue(tx, mail, ownerId) {
      await tx
        .insertInto('mail_outbox')
        .values({ mail: encryptMail(settings, mail), owner_id: ownerId ?? null })
        .execute()
      wakeAll()
    },
    wake: wakeAll,
    writeOwed: async (tx, ownerId, address) => writeAllOwed(tx, settings, ownerId, address),
    async deliver(signal) {
      const delivery = startDelivery(settings, signal)
      deliveries.add(delivery.wake)
      return delivery.end.finally(() => deliveries.delete(delivery.wake))
    },
    onQueued: (listener) => void listeners.add(listener),
  }
}

/** Sends in several lanes until nothing is due and nothing is under way. While a lane waits for the mail server, others go on. */
function startDelivery(settings: OutboxSettings, signal?: AbortSignal): { wake: () => void; end: Promise<number> } {
  const lanes = new Set<Promise<void>>()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let sent = 0
  let waking: ReturnType<typeof setTimeout> | undefined
  let isOver = signal?.aborted ?? false
  const isStopped = () => isOver
  const run = () => {
    if (isStopped() && lanes.size === 0) resolve(sent)
    if (isStopped() || lanes.size >= lanesMax) return
    // Each lane that takes a mail starts another lane, which looks for the next one.
    const lane: Promise<void> = deliverInTurn(settings, { isStopped, onTake: run })
      .then((count) => void (sent += count), reject)
      .finally(() => {
        lanes.delete(lane)
        if (lanes.size === 0 && waking === undefined) resolve(sent)
      })
    lanes.add(lane)
  }
  // Only the timer itself ends the waiting. Otherwise the delivery could end before it, and start again behind its end.
  const onWake = () => {
    waking = undefined
    run()
  }
  const wake = () => (waking ??= isStopped() ? undefined : setTimeout(onWake, wakeMs))
  const timer = setInterval(() => waking ?? run(), settings.lookMs ?? 2_000)
  // A mail server without an answer must not delay the stop. Its mail is sent again later.
  const onStop = () => {
    isOver = true
    setTimeout(() => resolve(sent), stopPatienceMs).unref()
  }
  const deadline = setTimeout(onStop, settings.longestMs ?? usualLongestMs)
  signal?.addEventListener('abort', onStop, { once: true })
  run()
  const end = promise.finally(() => {
    clearInterval(timer)
    clearTimeout(deadline)
    clearTimeout(waking)
    signal?.removeEventListener('abort', onStop)
  })
  return { wake, end }
}

/** Sends one mail after the other until none is due. Returns the number of sent mails. */
async function deliverInTurn(
  settings: OutboxSettings,
  { isStopped, onTake }: { isStopped: () => boolean; onTake: () => void },
): Promise<number> {
  const { db, mail, log, firstWaitSeconds = 60 } = settings
  let sent = 0
  for (;;) {
    const taken = isStopped() ? undefined : await take(db, firstWaitSeconds)
    if (!taken) return sent
    try {
      // A mail that is written first still goes before later ones.
      const written = await readOrWrite(settings, taken)
      onTake()
      if (written) {
        await mail.send(written)
        sent += 1
      }
    } catch (error) {
      const isLast = taken.attempts >= attemptsMax
      const message = isLast ? 'A mail was given up' : 'A mail could not be sent and will be tried again'
      log.error({ reason: codeOf(error), attempts: taken.attempts }, message)
      await noteFailure(db, taken, { reason: describeFailure(error).reason, isLast })
      continue
    }
    await db.deleteFrom('mail_outbox').where('id', '=', taken.id).execute()
  }
}

/**
 * Takes the mail that is due longest. No other lane or server takes it before its next attempt. Its last failure is forgotten, so that
 * an administrator cannot let it be sent once more meanwhile.
 */
async function take(db: Db, firstWaitSeconds: number): Promise<TakenMail | undefined> {
  const { rows } = await sql<TakenMail>`
    update mail_outbox
       set attempts = attempts + 1, failed_at = null, reason = null, due_at = now() + make_interval(secs => ${firstWaitSeconds} * 2 ^ attempts)
     where id = (select id from mail_outbox where due_at <= now() order by due_at limit 1 for update skip locked)
    returning id, mail, attempts`.execute(db)
  return rows[0]
}

/**
 * Notes a failure for the page of the owners, unless another attempt has begun meanwhile. A mail that is given up has no further
 * attempt.
 */
async function noteFailure(
  db: Db,
  { id, attempts }: { id: string; attempts: number },
  { reason, isLast }: { reason: FailureReason; isLast: boolean },
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ failed_at: sql<string>`now()`, reason, ...(isLast && { due_at: sql<string>`'infinity'` }) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Returns a short reason for the log. The mail server's own words may contain the address, so they are left out. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : 'unknown'
}
