import { createServer, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The way in which a network spoils one call: nothing of it arrives, or nothing or half of its answer comes back. */
export type Loss = 'none' | 'call' | 'answer' | 'half of the answer'

export interface LossyProxy {
  url: string
  losses: Map<Loss, number>
  close(): Promise<void>
}

interface LossyPlan {
  /** The server behind it. */
  url: string
  /** Decides about the next call. */
  judge: () => Loss
  /** Changes the headers of a call on its way, as a broken server or network would. */
  change?: (headers: IncomingMessage['headers']) => IncomingMessage['headers']
}

/** Starts a proxy that passes whole calls on, and loses calls and answers. The server has done what a lost answer says. */
export async function startLossyProxy({ url, judge, change = (headers) => headers }: LossyPlan): Promise<LossyProxy> {
  const losses = new Map<Loss, number>()
  const pass = async (incoming: IncomingMessage) => {
    const body = await buffer(incoming)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const { method, headers } = incoming
    const target = new URL(incoming.url ?? '/', url)
    request(target, { method, headers: change(headers), agent: false }, resolve)
      .once('error', reject)
      .end(body)
    const response = await promise
    return { status: response.statusCode ?? 502, headers: response.headers, body: await buffer(response) }
  }
  const server = createServer((incoming, answer) => {
    const loss = judge()
    losses.set(loss, (losses.get(loss) ?? 0) + 1)
    if (loss === 'call') return void incoming.socket.destroy()
    const answering = async () => {
      const { status, headers, body } = await pass(incoming)
      if (loss === 'answer') return incoming.socket.destroy()
      answer.writeHead(status, headers)
      if (loss === 'none') return answer.end(body)
      return answer.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy())
    }
    answering().catch(() => incoming.socket.destroy())
  })
  const { promise: ready, resolve: listen } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listen)
  await ready
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    losses,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
