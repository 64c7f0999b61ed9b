import type { Topic } from '../../contract/events.ts'

/** What changed and who may see it; the data itself is asked for again through the ordinary calls. */
export interface Change {
  topics: readonly Topic[]
  userIds?: readonly string[]
  toAdmins?: boolean
  toEveryone?: boolean
}

export type Listener = (change: Change) => void

export interface Events {
  /** Tells every listener. Called after the change is committed, so that whoever hears of it also finds it. */
  publish(change: Change): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void
}

/** Where features say what changed, and streams hear it. */
export function createEvents(): Events {
  const listeners = new Set<Listener>()
  return {
    publish(change) {
      for (const listener of listeners) listener(change)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
