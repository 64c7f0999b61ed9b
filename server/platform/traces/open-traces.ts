import type { FastifyBaseLogger } from 'fastify'
import type { Meter } from '@opentelemetry/api'
import type { Config } from '../config.ts'
import type { ProcessLife } from '../process-life.ts'
import { currentTraces, useTraces } from './spans.ts'
import { readTracesUrl } from './trace-settings.ts'

interface Tracing {
  config: Config
  log: FastifyBaseLogger
  /** The number of the worker. The first process of a host has none. */
  worker?: number
}

/** True if the settings name a collector. */
export function isTraced(config: Config): boolean {
  return readTracesUrl(config) !== undefined
}

/** Begins to send traces, if the settings name a collector. Without one it loads nothing. The spans that wait are sent at the end of the process. */
export async function openTraces({ config, log, worker }: Tracing, life: ProcessLife): Promise<void> {
  const url = readTracesUrl(config)
  if (url === undefined) return
  const { createTraces } = await import('./tracer.ts')
  const { otlpHeaders: headers = {}, traceShare: share, traceService: service } = config
  const onChange = (failure: string | undefined) => {
    if (failure === undefined) log.warn('Traces are sent again')
    else log.warn({ failure }, 'Traces cannot be sent')
  }
  const traces = createTraces({ url, headers, share, service, worker, onChange })
  useTraces(traces)
  life.onEnd(async () => traces.close())
}

/** Counts the spans of this process, if it has some. */
export function countSpans(meter: Meter): void {
  const traces = currentTraces()
  if (!traces) return
  meter
    .createObservableCounter('et_spans', { description: 'Spans that the collector has, and those that it never got' })
    .addCallback((result) => {
      const { sent, dropped } = traces.counts()
      result.observe(sent, { outcome: 'sent' })
      result.observe(dropped, { outcome: 'dropped' })
    })
}
