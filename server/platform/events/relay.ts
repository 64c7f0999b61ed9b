import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { topics } from '../../../contract/events.ts'
import { keepAliveMs } from '../db/client.ts'
import type { Change, Events } from './events.ts'

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

  function receive({ payload = '[]' }: pg.Notification): void {
    const [from, ...changes] = JSON.parse(payload) as [string, ...Change[]]
    if (from !== sender) changes.forEach((change) => events.deliver(change))
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
        await listener.connect()
        await listener.query(`listen ${changesChannel}`)
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
