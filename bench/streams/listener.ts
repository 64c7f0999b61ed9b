// Holds the streams that its parent process orders, and tells it of each change that a stream hears (signals.ts).
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { eventsPath } from '../../contract/events.ts'
import { sharedClock, type ListenOrders, type Signal } from './signals.ts'

/** The server has this time for the first bytes of a stream. */
const patienceMs = 30_000
const atOnce = 20
const eventStart = '\ndata: '

process.once('disconnect', () => process.exit())
const [{ url, tokens }] = (await once(process, 'message')) as [ListenOrders]
const { hostname: host, port, host: name } = new URL(url)
const waiting = tokens.entries()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const [stream, token] of waiting) await openStream(stream, token)
  }),
)
tell({ kind: 'open' })

/** Opens a stream. Resolves with its first bytes. */
async function openStream(stream: number, token: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = createConnection({ host, port: Number(port) })
  let [isOpen, tail] = [false, '']
  let reason = 'closed'
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('nothing came in time')))
  socket.on('data', (bytes) => {
    const text = tail + bytes.toString('latin1')
    if (!isOpen && !text.startsWith('HTTP/1.1 200')) reason = text.split('\r\n')[0] ?? ''
    isOpen = true
    const isEvent = text.includes(eventStart)
    if (isEvent) tell({ kind: 'heard', stream, atMs: sharedClock() })
    // An event begins in a line of its own, and its start may come with the bytes before it.
    tail = isEvent ? '\n' : text.slice(1 - eventStart.length)
    resolve()
  })
  socket.on('error', (error) => (reason = error.message))
  socket.on('close', () => {
    tell({ kind: 'broken', stream, reason })
    resolve()
  })
  socket.write(`GET ${eventsPath} HTTP/1.1\r\nhost: ${name}\r\ncookie: session=${token}\r\n\r\n`)
  return promise
}

function tell(signal: Signal): void {
  process.send?.(signal)
}
