import { setTimeout as sleep } from 'node:timers/promises'
import { eventsPath } from '../../../contract/events.ts'

export interface KeptStreams {
  /** The milliseconds from the end of each stream that ended until the next one of the same person was open. */
  backMs: number[]
  /** The number of streams that are open. */
  open(): number
  stop(): Promise<void>
}

const reopenMs = 50

/** Keeps a stream of changes open for each cookie header, and opens the next one whenever one ends. */
export function keepStreams(url: string, cookies: readonly string[]): KeptStreams {
  const stopping = new AbortController()
  const backMs: number[] = []
  let open = 0
  const listen = async (cookie: string) => {
    for (let endedAt: number | undefined; !stopping.signal.aborted; await sleep(reopenMs)) {
      const headers = { cookie }
      const response = await fetch(url + eventsPath, { headers, signal: stopping.signal }).catch(() => undefined)
      if (response?.status !== 200) continue
      if (endedAt !== undefined) backMs.push(performance.now() - endedAt)
      open += 1
      await response.text().catch(() => undefined)
      open -= 1
      endedAt = performance.now()
    }
  }
  const done = Promise.all(cookies.map(listen))
  return {
    backMs,
    open: () => open,
    async stop() {
      stopping.abort()
      await done
    },
  }
}
