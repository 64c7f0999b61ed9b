import { createServer, request, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy in front of one server at a time, as a real one that an operator points to another server. */
export interface MovingProxy {
  url: string
  /** Sends new calls to this port from now on. Calls under way stay where they are. */
  moveTo(port: number): void
  close(): Promise<void>
}

const holdMs = 30_000
const retryMs = 50

/**
 * Starts a proxy at a port. While nothing listens at the port behind it, it holds calls and tries again for 30 seconds, as
 * `lb_try_duration` of deploy/Caddyfile does. It repeats no call that may have arrived.
 */
export async function startMovingProxy(port: number): Promise<MovingProxy> {
  let target = 0
  const server = createServer((incoming, answer) => {
    const giveUpAt = Date.now() + holdMs
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => void pass())
    const pass = async () => {
      const { method, url: path, headers } = incoming
      const call = request({ host: '127.0.0.1', port: target, method, path, headers, agent: false }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
        response.once('error', () => answer.destroy())
      })
      call.once('error', (error) => {
        const isUnheard = 'code' in error && error.code === 'ECONNREFUSED'
        if (isUnheard && Date.now() < giveUpAt) void sleep(retryMs).then(pass)
        else if (answer.headersSent) answer.destroy()
        else answer.writeHead(502).end()
      })
      call.end(Buffer.concat(parts))
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://localhost:${port}`, moveTo: (next) => void (target = next), close: async () => close(server) }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
