import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy that can break off the connections through it, as a network or a store that fails does. */
export interface CuttingProxy {
  port: number
  /** Breaks each connection off after so many bytes to the server, or back from it. */
  cutAfter(limits: { there?: number; back?: number }): void
  /** Lets nothing pass any more, and ends no connection, as a network that loses each packet. */
  hold(): void
  /** Lets everything pass again, also what was held back. */
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a port of this machine. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  let limits: { there?: number; back?: number } = {}
  let isHeld = false
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket, way: 'there' | 'back') => {
    let passed = 0
    from.on('data', (bytes: Buffer) => {
      passed += bytes.length
      if (passed > (limits[way] ?? Infinity)) {
        from.destroy()
        to.destroy()
      } else if (!to.write(bytes)) {
        from.pause()
        to.once('drain', () => isHeld || from.resume())
      }
    })
    from.on('end', () => to.end())
    if (isHeld) from.pause()
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    pass(near, far, 'there')
    pass(far, near, 'back')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter(next) {
      limits = next
      for (const socket of sockets) socket.destroy()
    },
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    mend() {
      limits = {}
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
