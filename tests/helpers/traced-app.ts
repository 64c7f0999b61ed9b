import type { FastifyInstance } from 'fastify'
import { createApp, type Deps } from '../../server/app.ts'
import { createLog } from '../../server/platform/create-log.ts'
import { createDb, createPool } from '../../server/platform/db/client.ts'
import { useTraces, type Traces } from '../../server/platform/traces/spans.ts'
import { traceStatements } from '../../server/platform/traces/trace-statements.ts'
import { createTraces } from '../../server/platform/traces/tracer.ts'
import { createTestApp, type TestApp } from './app.ts'
import { startCollector, type CollectedSpan, type Collector } from './collector.ts'

export const trustedProxy = '10.0.0.1'

/** An application with traced calls, beside one on the same database without. */
export interface TracedApp {
  app: FastifyInstance
  site: TestApp
  collector: Collector
  traces(): Traces
  /** Every entry that it logged. */
  logged: string[]
  /** Begins to trace anew, with an empty collector. */
  begin(share?: number): void
  /** Ends the traces, and returns all that the collector has got since they began. */
  collect(): Promise<CollectedSpan[]>
  close(): Promise<void>
}

export async function openTracedApp({ admission }: Pick<Deps, 'admission'> = {}): Promise<TracedApp> {
  const collector = await startCollector()
  const site = await createTestApp()
  const logged: string[] = []
  const url = `${collector.url}/v1/traces`
  const settings = { url, headers: { authorization: 'Bearer key' }, service: 'et', worker: 3, onChange: () => {} }
  let traces: Traces
  const begin = (share = 1) => {
    collector.bodies.length = 0
    traces = createTraces({ ...settings, share })
    useTraces(traces)
  }
  begin()
  const pool = createPool(site.database.appUrl, { max: 2, onError: console.error, wrapClient: traceStatements })
  const log = createLog('info', { write: (line: string) => logged.push(line) }, { isTraced: true })
  const config = { ...site.deps.config, trustedProxies: [trustedProxy] }
  const app = await createApp({ ...site.deps, config, log, db: createDb(pool), ...(admission && { admission }) })
  return {
    app,
    site,
    collector,
    traces: () => traces,
    logged,
    begin,
    async collect() {
      await traces.close()
      return collector.spans()
    },
    async close() {
      useTraces(undefined)
      await app.close()
      await pool.end()
      await site.close()
      await collector.close()
    },
  }
}

/** Returns the span of this name, and the names of its parts. */
export function partsOf(spans: CollectedSpan[], name: string) {
  const whole = spans.find((span) => span.name === name)
  return { whole, parts: spans.filter(({ parentSpanId }) => parentSpanId === whole?.spanId).map((part) => part.name) }
}
