import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'
import { topics } from '../../../contract/events.ts'
import { keepAliveMs } from '../db/client.ts'
import { takeRole } from '../db/session-role.ts'
import type { Events } from './events.ts'

interface RelaySettings {
  url: string
  events: Events
  onError: (error: Error) => void
  /** The time for which changes are collected before they are sent. */
  gatherMs?: number
  reconnectMs?: number
}

/** Each message is a JSON list: the sender's id, then its changes. */
export const changesChannel = 'et_changes'
const changeSchema = z.object({
  topics: z.array(z.enum(topics)),
  userIds: z.exactOptional(z.array(z.string())),
  toAdmins: z.exactOptional(z.boolean()),
  toEveryone: z.exactOptional(z.boolean()),
})
/** PostgreSQL carries messages of less than 8000 bytes. */
const maxMessageBytes = 7_500

/**
 * Tells the servers on one database of each other's changes. It collects messages and sends them on a separate
 * connection, never inside a transaction that moves money. If a message is lost, a screen is only refreshed later.
 * Returns the function that ends the relay.
 */
export function startRelay(settings: RelaySettings): () => Promise<void> {
  const { url, events, onError, gatherMs = 50, reconnectMs = 1_000 } = settings
  const sender = randomUUID()
  const stopping = new AbortController()
  let gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let wasUnread = false

  const stopForwarding = events.forward((change) => {
    gathered.add(JSON.stringify(change))
    timer ??= setTimeout(() => void sendGathered().catch(fail), gatherMs)
  })

  function fail(error: unknown): void {
    onError(error instanceof Error ? error : new Error(String(error)))
  }

  async function sendGathered(): Promise<void> {
    const changes = [...gathered]
    gathered = new Set()
    timer = undefined
    for (const message of toMessages(sender, changes)) {
      await client?.query('select pg_notify($1, $2)', [changesChannel, message])
    }
  }

  /** Any login of the database may send here. Messages that no server has sent are left out, and the first one is reported. */
  function receive({ payload = '' }: pg.Notification): void {
    const message = readMessage(payload)
    if (message === undefined) {
      if (!wasUnread) fail(new Error('A message between servers cannot be read. Further ones are left out as well.'))
      wasUnread = true
    } else if (message.from !== sender) message.changes.forEach((change) => events.deliver(change))
  }

  async function stayConnected(): Promise<void> {
    while (!stopping.signal.aborted) {
      const alive = { keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs }
      const listener = new pg.Client({ connectionString: url, application_name: 'et-relay', ...alive })
      client = listener
      const ended = new Promise((resolve) => listener.once('end', resolve))
      listener.on('error', onError)
      listener.on('notification', receive)
      try {
        await listen(listener, url)
        // Changes that others published before are lost, so all browsers that are connected read all topics again.
        events.deliver({ topics, toEveryone: true })
        await ended
      } catch (error) {
        if (!stopping.signal.aborted) fail(error)
        await listener.end().catch(() => {})
      }
      await sleep(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const done = stayConnected()
  return async () => {
    stopping.abort()
    stopForwarding()
    clearTimeout(timer)
    // The others would not hear of the last changes.
    await sendGathered().catch(fail)
    await client?.end().catch(() => {})
    await done
  }
}

/** Returns the sender and the changes of a message, or undefined. A change that only a newer server knows is left out. */
function readMessage(payload: string) {
  try {
    const [from, ...changes] = z.tuple([z.string()], z.unknown()).parse(JSON.parse(payload))
    return { from, changes: changes.flatMap((change) => changeSchema.safeParse(change).data ?? []) }
  } catch {
    return undefined
  }
}

/** Packs the changes into as few messages as possible. Each message is a JSON list that begins with its sender. */
function toMessages(sender: string, changes: string[]): string[] {
  const messages: string[] = []
  let message = JSON.stringify(sender)
  for (const change of changes) {
    if (Buffer.byteLength(message) + Buffer.byteLength(change) > maxMessageBytes) {
      messages.push(`[${message}]`)
      message = JSON.stringify(sender)
    }
    message += `,${change}`
  }
  return changes.length === 0 ? [] : [...messages, `[${message}]`]
}

async function listen(listener: pg.Client, url: string): Promise<void> {
  await listener.connect()
  await takeRole(listener, url)
  await listener.query(`listen ${changesChannel}`)
}
