import { connect, type Socket } from 'node:net'
import { submitWithdrawalRequest } from '../../../contract/requests.ts'
import { eventsPath } from '../../../contract/events.ts'

export interface SlowClients {
  /** The seconds after which the server ended each connection that it has ended. */
  endedAfter: number[]
  /** The number of connections that got an answer of 200. */
  accepted(): number
  open(): number
  stop(): void
}

interface Target {
  url: string
  /** Cookie headers of members, taken in turns. */
  cookies: readonly string[]
  count: number
}

const trickleMs = 1_000
const bodyLength = 1_000

/** Opens connections that send one more letter of their headers a second, and never the last. */
export function sendSlowHeaders(target: Target): SlowClients {
  return openAll(target, ({ host, cookie }) => ({
    first: `POST ${submitWithdrawalRequest.path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\nx-slow: `,
    isTrickling: true,
  }))
}

/** Opens connections that send one more letter of their body a second. */
export function sendSlowBodies(target: Target): SlowClients {
  return openAll(target, ({ host, cookie }) => ({
    first:
      `POST ${submitWithdrawalRequest.path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\norigin: ${target.url}\r\n` +
      `idempotency-key: ${crypto.randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${bodyLength}\r\n\r\n{`,
    isTrickling: true,
  }))
}

/** Opens streams of changes and reads nothing but their beginning. */
export function openUnreadStreams(target: Target): SlowClients {
  return openAll(target, ({ host, cookie }) => ({
    first: `GET ${eventsPath} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`,
    isTrickling: false,
  }))
}

type Opening = (caller: { host: string; cookie: string }) => { first: string; isTrickling: boolean }

function openAll({ url, cookies, count }: Target, plan: Opening): SlowClients {
  const { host, hostname, port } = new URL(url)
  const endedAfter: number[] = []
  let accepted = 0
  const open = new Set<Socket>()
  for (let index = 0; index < count; index += 1) {
    const { first, isTrickling } = plan({ host, cookie: cookies[index % cookies.length] ?? '' })
    const socket = connect(Number(port), hostname)
    const begun = performance.now()
    open.add(socket)
    socket.write(first)
    // A slow sender reads on, or the end of the connection behind an answer is not seen.
    socket.once('data', (part: Buffer) => {
      if (part.toString('latin1').startsWith('HTTP/1.1 200')) accepted += 1
      if (isTrickling) socket.resume()
      else socket.pause()
    })
    const timer = isTrickling ? setInterval(() => socket.write('a'), trickleMs) : undefined
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(timer)
      if (open.delete(socket)) endedAfter.push((performance.now() - begun) / 1000)
    })
  }
  return {
    endedAfter,
    accepted: () => accepted,
    open: () => open.size,
    stop() {
      for (const socket of open) {
        open.delete(socket)
        socket.destroy()
      }
    },
  }
}
