import type { Topic } from '../../../contract/events.ts'

/** What changed and who may see it; the data itself is asked for again through the ordinary calls. */
export interface Change {
  topics: readonly Topic[]
  userIds?: readonly string[]
  toAdmins?: boolean
  toEveryone?: boolean
}

export type Listener = (change: Change) => void

export interface Events {
  /** Tells this process and the others. Called after the change is committed, so that whoever hears of it finds it. */
  publish(change: Change): void
  /** Passes on what another process published. */
  deliver(change: Change): void
  /** Hears of every change. Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void
  /** Hears of what this process publishes. Returns the function that ends it. */
  forward(listener: Listener): () => void
}

/** Where features say what changed, and streams hear it. */
export function createEvents(): Events {
  const listeners = new Set<Listener>()
  const forwarders = new Set<Listener>()
  const tell = (change: Change) => listeners.forEach((listener) => listener(change))
  return {
    publish(change) {
      tell(change)
      forwarders.forEach((forwarder) => forwarder(change))
    },
    deliver: tell,
    subscribe: (listener) => add(listeners, listener),
    forward: (listener) => add(forwarders, listener),
  }
}

function add(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
