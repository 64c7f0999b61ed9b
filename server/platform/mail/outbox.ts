import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Translator } from '../../../contract/translate.ts'
import type { Db } from '../db/client.ts'
import type { Mail, Mailer } from './mail.ts'
import type { Encryption } from '../encryption/encryption.ts'

/** Where a mail is put by the transaction that causes it: it is sent if that is committed, also after a crash. */
export interface Outbox {
  queue(tx: Db, mail: Mail): Promise<void>
  /** Sends what is due, a few at once, until nothing is. Returns how many were sent. */
  deliver(): Promise<number>
  /** Sends by itself from now on. Returns the function that ends it, after the mails under way. */
  start(): () => Promise<void>
}

/** A mail to whoever owns an account. */
export type OwnerMail = Omit<Mail, 'to'>

/** Writes to the owner of an account in their language, in the transaction that does what the mail is about. */
export type MailOwner = (tx: Db, userId: string, write: WriteMail) => Promise<void>
export type WriteMail = (translator: Translator) => OwnerMail

interface OutboxSettings {
  db: Db
  encryption: Encryption
  mail: Mailer
  log: { error(details: object, message: string): void }
  pollMs?: number
  /** How soon the first repetition may come; each further one waits twice as long. */
  firstWaitSeconds?: number
}

const context = 'mail'
// With a first wait of a minute the last attempt is 17 hours after the first.
const attemptsMax = 11
// A mail server may take its time with one mail, or with those to one host; the others need not wait for it.
const lanesMax = 4
const stopPatienceMs = 2_000
// Long enough for the transaction that queued the mail to end, too short to be noticed.
const wakeMs = 30

/**
 * Several servers may deliver at once: whoever takes a mail pushes its next attempt away from everybody, and removes it
 * once it is sent. A server that dies in between leaves it to be sent again, so a mail may come twice but never not at all.
 */
export function createOutbox(settings: OutboxSettings): Outbox {
  let wake = () => {}
  return {
    async queue(tx, mail) {
      const encrypted = settings.encryption.encrypt(JSON.stringify(mail), context)
      await tx.insertInto('mail_outbox').values({ mail: encrypted }).execute()
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

/** Looks for mails when it is woken, and now and then for those of other servers and for repetitions. */
function startWorker(settings: OutboxSettings): { wake: () => void; stop: () => Promise<void> } {
  const lanes = new Set<Promise<void>>()
  let isStopped = false
  let waking: ReturnType<typeof setTimeout> | undefined
  const onError = (error: unknown) => settings.log.error({ reason: reasonOf(error) }, 'The mails could not be read')
  const run = () => {
    if (isStopped || lanes.size >= lanesMax) return
    // Whoever has taken a mail sends the next one to look for another.
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
      // A mail server that does not answer shall not hold up the stop: its mail is sent again later.
      await Promise.race([Promise.all(lanes), sleep(stopPatienceMs, undefined, { ref: false })])
    },
  }
}

/** Sends one mail after the other until nothing is due. Returns how many were sent. */
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

/** Takes the mail that is longest due and keeps everybody else from it until its next attempt. */
async function take(db: Db, firstWaitSeconds: number) {
  const { rows } = await sql<{ id: string; mail: Buffer; attempts: number }>`
    update mail_outbox
       set attempts = attempts + 1, due_at = now() + make_interval(secs => ${firstWaitSeconds} * 2 ^ attempts)
     where id = (select id from mail_outbox where due_at <= now() order by due_at limit 1 for update skip locked)
    returning id, mail, attempts`.execute(db)
  return rows[0]
}

/** The mail server's words, which may repeat the address, stay out of the log. */
function reasonOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : 'unknown'
}
