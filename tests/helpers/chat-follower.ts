import { setTimeout as sleep } from 'node:timers/promises'
import { listMessages, type ChatMessage } from '../../contract/chat.ts'
import { eventsPath } from '../../contract/events.ts'
import { call, type Person } from './api.ts'

/** Reads conversations as a browser does: it hears that something changed, and asks for what comes after the last number. */
export interface Follower {
  reader: Person
  /** By the member whose conversation it is: every message in the order in which it was handed over. */
  seen: Map<string, SeenMessage[]>
  /** Breaks the stream as soon as there is one, and stays away for a while. */
  cut(offlineMs: number): Promise<void>
  stop(): Promise<void>
}

export interface SeenMessage {
  message: ChatMessage
  seenAt: number
  /** Since when the stream had been open without a break. */
  openSince: number
}

const pageSize = 100
const reopenMs = 50

export function follow(reader: Person, members: Person[]): Follower {
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

  /** Reads on whenever it is told to, once more if it is told so while it reads. */
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
      // Without a server there is nothing to read. Once the stream is open again, all of it is read.
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
    // What happened while it was away was told to nobody.
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
    async cut(forMs) {
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
