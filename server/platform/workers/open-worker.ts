import type { Order, Report, Task } from './messages.ts'
import type { Peers } from './peers.ts'

/** A worker says so often that it is alive. */
export const aliveMs = 5_000

/** The way from a worker to the first process of its host, and back. */
export interface WorkerChannel {
  /** Resolves with the task, and the number of the worker's place. */
  task: Promise<{ number: number; task: Task }>
  peers: Peers
  /** Resolves once the message is sent, or cannot be. */
  report(report: Report): Promise<void>
  /** Names the functions that carry out orders. */
  obey(does: { leave: () => void; stop: () => void; readFigures: () => Promise<string> }): void
}

/** Opens the way, and says that orders are heard. */
export function openWorker(): WorkerChannel {
  const told = Promise.withResolvers<{ number: number; task: Task }>()
  const listeners: { topic: string; listener: (news: unknown) => void }[] = []
  /** The last news of each topic, for a listener that comes later. */
  const last = new Map<string, unknown>()
  let does: Parameters<WorkerChannel['obey']>[0] | undefined
  const report = async (message: Report) =>
    new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
  process.on('message', (order: Order) => {
    switch (order.kind) {
      case 'serve':
        return told.resolve(order)
      case 'leave':
        return does?.leave()
      case 'stop':
        return does?.stop()
      case 'read_figures':
        return void does?.readFigures().then(async (text) => report({ kind: 'figures', text }))
      case 'news':
        last.set(order.topic, order.news)
        for (const { topic, listener } of listeners) if (topic === order.topic) listener(order.news)
    }
  })
  setInterval(() => void report({ kind: 'alive' }), aliveMs).unref()
  void report({ kind: 'open' })
  return {
    task: told.promise,
    report,
    peers: {
      tell: (topic, news) => void report({ kind: 'news', topic, news }),
      hear(topic, listener) {
        listeners.push({ topic, listener })
        if (last.has(topic)) listener(last.get(topic))
      },
    },
    obey(given) {
      does = given
    },
  }
}
