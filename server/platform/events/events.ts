import type { Topic } from '../../../contract/events.ts'

/** The topics of a change, and the people who may see it. Browsers then read the data again by ordinary calls. */
export interface Change {
  topics: readonly Topic[]
  userIds?: readonly string[]
  toAdmins?: boolean
  toEveryone?: boolean
}

export type Listener = (change: Change) => void

export interface Events {
  /** Tells this process and the others. The caller must have committed the change, so that a reader finds it. */
  publish(change: Change): void
  /** Passes on a change that another process published. */
  deliver(change: Change): void
  /** Calls the listener for every change. Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void
  /** Calls the listener for changes that this process publishes. Returns the function that ends it. */
  forward(listener: Listener): () => void
}

/** Creates the exchange between features, which publish changes, and event streams, which send them. */
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
