import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { ListenOrders, Signal } from './signals.ts'

export interface Listeners {
  /** The reasons why streams were closed, one for each such stream. */
  broken: string[]
  close(): void
}

type OnHeard = (stream: number, atMs: number) => void

const streamsOfProcess = 2_500

/**
 * Opens a stream for each session, from processes of their own. `onHeard` receives the place of a stream that hears of a change
 * in the list of sessions, and the moment. Fails if a process ends before it has opened its streams. One that ends later breaks those
 * that were still open.
 */
export async function openStreams({ url, tokens }: ListenOrders, onHeard: OnHeard = () => {}): Promise<Listeners> {
  const broken: string[] = []
  const children: ChildProcess[] = []
  const kill = () => children.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', kill)
  let isClosed = false
  const close = () => {
    isClosed = true
    process.off('exit', kill)
    kill()
  }
  const onBroken = (reason: string) => {
    if (!isClosed) broken.push(reason)
  }
  try {
    for (let first = 0; first < tokens.length; first += streamsOfProcess) {
      const child = fork(join(import.meta.dirname, 'listener.ts'))
      children.push(child)
      const orders = { url, tokens: tokens.slice(first, first + streamsOfProcess) }
      await openIn(child, orders, { onHeard: (stream, atMs) => onHeard(first + stream, atMs), onBroken })
    }
  } catch (error) {
    close()
    throw error
  }
  return { broken, close }
}

/** Lets a process open streams. Calls `onBroken` once for each that is closed. Fails if the process ends before all were opened. */
async function openIn(
  child: ChildProcess,
  orders: ListenOrders,
  { onHeard, onBroken }: { onHeard: OnHeard; onBroken: (reason: string) => void },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const unbroken = new Set(orders.tokens.keys())
  child.on('message', (signal: Signal) => {
    if (signal.kind === 'open') resolve()
    if (signal.kind === 'heard') onHeard(signal.stream, signal.atMs)
    if (signal.kind === 'broken' && unbroken.delete(signal.stream)) onBroken(signal.reason)
  })
  child.on('error', reject)
  child.once('exit', (code, signal) => {
    const reason = `a process with streams ended by ${signal ?? `code ${code}`}`
    reject(new Error(reason))
    for (const stream of unbroken) {
      unbroken.delete(stream)
      onBroken(reason)
    }
  })
  child.send(orders)
  return promise
}
