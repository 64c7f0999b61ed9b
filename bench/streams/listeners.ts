import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ListenOrders, Signal } from './signals.ts'

export interface Listeners {
  /** The reasons why streams were closed. */
  broken: string[]
  close(): void
}

const streamsOfProcess = 2_500

/**
 * Opens a stream for each session, from processes of their own. `onHeard` receives the place of a stream that hears of a change
 * in the list of sessions, and the moment.
 */
export async function openStreams(
  { url, tokens }: ListenOrders,
  onHeard: (stream: number, atMs: number) => void = () => {},
): Promise<Listeners> {
  const broken: string[] = []
  const children: ChildProcess[] = []
  const close = () => children.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', close)
  for (let first = 0; first < tokens.length; first += streamsOfProcess) {
    const child = fork(join(import.meta.dirname, 'listener.ts'))
    children.push(child)
    const opened = new Promise<void>((resolve) =>
      child.on('message', (signal: Signal) => {
        if (signal.kind === 'open') resolve()
        if (signal.kind === 'heard') onHeard(first + signal.stream, signal.atMs)
        if (signal.kind === 'broken') broken.push(signal.reason)
      }),
    )
    child.send({ url, tokens: tokens.slice(first, first + streamsOfProcess) })
    await Promise.race([opened, once(child, 'exit')])
  }
  return {
    broken,
    close() {
      process.off('exit', close)
      close()
    },
  }
}
