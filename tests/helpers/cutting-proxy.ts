import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy that can break off the connections through it, as a network or a store that fails does. */
export interface CuttingProxy {
  port: number
  /** Breaks each connection off after so many bytes to the server, or back from it. */
  cutAfter(limits: { there?: number; back?: number }): void
  /** Lets nothing pass any more, or only one way, and ends no connection, as a network that loses each packet. */
  hold(...ways: Way[]): void
  /** Lets everything pass again, also what was held back. */
  mend(): void
  close(): Promise<void>
}

/** The way of bytes: there to the server, or back from it. */
type Way = 'there' | 'back'

/** Starts a proxy in front of a port of this machine. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  let limits: { there?: number; back?: number } = {}
  const held = new Set<Way>()
  /** The sockets, each with the way of the bytes that it receives. */
  const sockets = new Map<Socket, Way>()
  const waiting = new Set<Socket>()
  const dropWaiting = () => {
    for (const socket of waiting) socket.destroy()
    waiting.clear()
  }
  const pass = (from: Socket, to: Socket, way: Way) => {
    sockets.set(from, way)
    from.on('close', () => sockets.delete(from))
    let passed = 0
    from.on('data', (bytes: Buffer) => {
      passed += bytes.length
      if (passed > (limits[way] ?? Infinity)) {
        from.destroy()
        to.destroy()
      } else if (!to.write(bytes)) {
        from.pause()
        to.once('drain', () => held.has(way) || from.resume())
      }
    })
    from.on('end', () => to.end())
    if (held.has(way)) from.pause()
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
  const server = createServer((near) => {
    // A network that loses each packet lets no connection begin.
    if (held.size > 0) {
      waiting.add(near)
      near.on('error', () => {})
      return
    }
    const far = connect(target, '127.0.0.1')
    pass(near, far, 'there')
    pass(far, near, 'back')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter(next) {
      limits = next
      for (const socket of sockets.keys()) socket.destroy()
    },
    hold(...ways) {
      for (const way of ways.length > 0 ? ways : (['there', 'back'] as const)) held.add(way)
      for (const [socket, way] of sockets) if (held.has(way)) socket.pause()
    },
    mend() {
      limits = {}
      held.clear()
      dropWaiting()
      for (const socket of sockets.keys()) socket.resume()
    },
    async close() {
      dropWaiting()
      for (const socket of sockets.keys()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
