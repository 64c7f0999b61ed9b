import { setTimeout as sleep } from 'node:timers/promises'
import type { Meter } from '@opentelemetry/api'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from './app.ts'
import { startClocks } from './clocks.ts'
import { createSubmittedMails } from './money/requests/submitted-mails.ts'
import { describeInstallation, openMailer } from './open-services.ts'
import type { Db } from './platform/db/client.ts'
import { createEncryption } from './platform/encryption/encryption.ts'
import { createEvents } from './platform/events/events.ts'
import { startRelay } from './platform/events/relay.ts'
import { openExchangeRates } from './platform/exchange-rates/open-exchange-rates.ts'
import type { Files } from './platform/files/files.ts'
import { closeWhenAnswered } from './platform/http/close-when-answered.ts'
import { throwListenError } from './platform/http/port.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import type { ProcessLife } from './platform/process-life.ts'
import { leavePatienceMs, type Task } from './platform/workers/messages.ts'
import type { Peers } from './platform/workers/peers.ts'

export interface Serving {
  task: Task
  db: Db
  log: FastifyBaseLogger
  files: Files
  /** Keeps the figures of the calls. */
  meter: Meter | undefined
  peers: Peers
  /** Receives sentences for the operator about the settings. */
  warn: (sentence: string) => void
}

const answerPatienceMs = 4_000
/** A proxy looks at the health a few times within this time, and sends no new calls to a server that stops. */
const proxyPatienceMs = 2_000
/** Connections that callers keep end with their next answer within this time. */
const stopPatienceMs = 500

/**
 * Serves the site and its API, and does the work that time asks for, until the process ends. Returns a function that lets callers leave
 * while another process takes the new connections; after it the process can end without a failed call.
 */
export async function serve(
  { task, db, log, files, meter, peers, warn }: Serving,
  life: ProcessLife,
): Promise<{ letLeave(): Promise<void> }> {
  const { config, appUrl, encryptionKey, isDemo } = task
  const events = createEvents()
  const onError = ({ message }: Error) => life.isEnding() || log.error(`A database connection broke: ${message}`)
  life.onEnd(startRelay({ url: appUrl, events, onError }))
  const encryption = createEncryption(encryptionKey)
  const mail = openMailer(config, warn)
  const outbox = createOutbox({ db, encryption, mail, log, writeOwed: createSubmittedMails(config) })
  const exchangeRates = openExchangeRates(config, { log, warn, peers })
  life.onEnd(startClocks({ config, db, events, files, mail, outbox, exchangeRates, encryption, log }))
  const leaving = new AbortController()
  const stopping = new AbortController()
  const app = await createApp({
    config,
    meter,
    db,
    log,
    outbox,
    mailFolder: mail.folder,
    events,
    files,
    exchangeRates,
    encryption,
    installation: describeInstallation(config, isDemo),
    peers,
    leaving: leaving.signal,
    stopping: stopping.signal,
  })
  const closing = closeWhenAnswered(app)
  life.onEnd(async () => {
    stopping.abort()
    // A call would be lost that has reached the port and no process yet when the port is closed.
    if (config.trustedProxies.length > 0) await sleep(proxyPatienceMs)
    leaving.abort()
    await closing.letLeave(stopPatienceMs)
    await closing.close(answerPatienceMs)
  })
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: unknown) => throwListenError(error, config.port, config.host))
  return {
    async letLeave() {
      leaving.abort()
      // A browser keeps a connection that it does not use. Those that are used end with their next answer.
      await closing.letLeave(leavePatienceMs)
    },
  }
}
