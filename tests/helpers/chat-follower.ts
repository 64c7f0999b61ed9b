import { setTimeout as sleep } from 'node:timers/promises'
import { listMessages, type ChatMessage } from '../../contract/chat.ts'
import { eventsPath } from '../../contract/events.ts'
import { call, type Person } from './api.ts'

/**
 * Reads conversations as a browser does: an event says that something changed, and a call reads the messages after the
 * last number.
 */
export interface Follower {
  reader: Person
  /** By member, every message of that member's conversation in the order of delivery. */
  seen: Map<string, SeenMessage[]>
  /** Breaks the stream as soon as one is open, and reconnects after this time. */
  disconnect(offlineMs: number): Promise<void>
  stop(): Promise<void>
}

export interface SeenMessage {
  message: ChatMessage
  seenAt: number
  /** The time since which the stream has been open without a break. */
  openSince: number
}

const pageSize = 100
const reopenMs = 50

export function followConversations(reader: Person, members: Person[]): Follower {
  const seen = new Map(members.map(({ userId }) => [userId, [] as SeenMessage[]]))
  let isStopped = false
  let offlineMs = 0
  let openSince = Infinity
  let breaking = new AbortController()

  async function readOn(userId: string): Promise<void> {
    const known = seen.get(userId) ?? []
    for (let hasMore = true; hasMore && !isStopped;) {
      const after = known.at(-1)?.message.number ?? 0
      const page = await call(reader, listMessages, { params: { userId }, query: { after, limit: pageSize } })
      known.push(...page.items.map((message) => ({ message, seenAt: performance.now(), openSince })))
      hasMore = page.has_more
    }
  }

  let isReading = false
  let isBehind = false

  /** Reads the new messages. A call during a read causes one more read. */
  async function catchUp(): Promise<void> {
    isBehind = true
    if (isReading) return
    isReading = true
    try {
      while (isBehind) {
        isBehind = false
        for (const userId of seen.keys()) await readOn(userId)
      }
    } catch {
      // A stopped server has nothing to read. The next open stream reads everything again.
      breaking.abort()
    } finally {
      isReading = false
    }
  }

  async function listen(): Promise<void> {
    const { server, session } = reader
    const headers = { cookie: `${session.name}=${session.value}` }
    const response = await fetch(server.url + eventsPath, { headers, signal: breaking.signal })
    if (!response.ok) throw new Error(`the stream answered ${response.status}`)
    openSince = performance.now()
    // Events during the absence are lost, so this reads at once.
    void catchUp()
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (text.includes('data:')) void catchUp()
    }
  }

  const done = (async () => {
    while (!isStopped) {
      breaking = new AbortController()
      await listen().catch(() => undefined)
      openSince = Infinity
      await sleep(offlineMs + reopenMs)
      offlineMs = 0
    }
  })()

  return {
    reader,
    seen,
    async disconnect(forMs) {
      while (openSince === Infinity) await sleep(5)
      offlineMs = forMs
      breaking.abort()
    },
    async stop() {
      isStopped = true
      breaking.abort()
      await done
    },
  }
}
