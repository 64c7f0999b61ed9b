import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number }
type Attributes = { key: string; value: Value }[]

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attributes
  links?: { traceId: string; spanId: string }[]
  status: { code: number }
}

interface Body {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[]
}

/** A span as the collector got it, with its attributes and those of its process by name. */
export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, string | number | undefined>
  process: Record<string, string | number | undefined>
}

/** A collector of traces: a real server that speaks OTLP over HTTP in JSON. */
export interface Collector {
  /** The address of its server. */
  url: string
  port: number
  /** All that it got, as text. */
  bodies: string[]
  headers: NodeJS.Dict<string | string[]>[]
  spans(): CollectedSpan[]
  /** Waits until such a span has come, and returns it. */
  waitFor(fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan>
  /** Chooses how it answers from now on. One that hangs takes calls and never answers. */
  answer(how: 'well' | 'never' | 'refuse'): void
  close(): Promise<void>
}

const patienceMs = 10_000

export async function startCollector(port = 0): Promise<Collector> {
  const bodies: string[] = []
  const headers: Collector['headers'] = []
  let how: 'well' | 'never' | 'refuse' = 'well'
  const reply = (response: ServerResponse, body: string) => {
    if (how === 'never') return
    if (how === 'refuse') return void response.writeHead(400).end('no')
    bodies.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => {
    headers.push(request.headers)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => reply(response, Buffer.concat(parts).toString()))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = (server.address() as AddressInfo).port
  const spans = () => bodies.flatMap(readBody)
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    bodies,
    headers,
    spans,
    async waitFor(fits) {
      const giveUpAt = Date.now() + patienceMs
      for (;;) {
        const found = spans().find(fits)
        if (found) return found
        if (Date.now() > giveUpAt) throw new Error(`No such span. These came: ${names(spans())}`)
        await sleep(20)
      }
    },
    answer: (next) => void (how = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readBody(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Body
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({ ...span, attributes: byName(span.attributes), process: byName(resource.attributes) })),
  )
}

function byName(attributes: Attributes): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  )
}

function names(spans: CollectedSpan[]): string {
  return spans.map(({ name }) => name).join(', ')
}
