import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { ownVersion } from '../version.ts'
import { SpanQueue } from './span-queue.ts'
import type { OpenSpan, SpanStart, Traces } from './spans.ts'

interface TraceSettings {
  /** The address to which spans are sent. */
  url: string
  headers: Record<string, string>
  /** The share of calls and jobs that are traced, from 0 to 1. */
  share: number
  service: string
  worker: number | undefined
  /** Receives a code when spans cannot be sent any more, and nothing when they can be again. */
  onChange: (failure: string | undefined) => void
}

const kinds = {
  call: SpanKind.SERVER,
  job: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
  outgoing: SpanKind.CLIENT,
} as const

/** The collector has this time for each answer, also to a repeated try. */
const answerMs = 5_000

/** Makes the traces of this process, and sends them by OTLP over HTTP. */
export function createTraces({ url, headers, share, service, worker, onChange }: TraceSettings): Traces {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: answerMs, concurrencyLimit: 4 })
  const queue = new SpanQueue(exporter, { onChange })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': ownVersion.version,
      ...(worker !== undefined && { 'et.worker': worker }),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [queue],
  })
  const tracer = provider.getTracer('et')
  const current = new AsyncLocalStorage<Span | undefined>()

  function begin({ kind, name, details = {}, link }: SpanStart): OpenSpan | undefined {
    const isRoot = kind === 'call' || kind === 'job'
    const parent = isRoot ? undefined : current.getStore()
    if (!isRoot && !parent?.isRecording()) return undefined
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const links = link ? [{ context: { ...link, traceFlags: TraceFlags.NONE, isRemote: true } }] : []
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: details, links }, context)
    return {
      within: (work) => current.run(span.isRecording() ? span : undefined, work),
      add: (more) => void span.setAttributes(more),
      end(failure) {
        if (!span.isRecording()) return
        if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return {
    begin,
    traceId() {
      const span = current.getStore()
      return span?.isRecording() ? span.spanContext().traceId : undefined
    },
    counts: () => ({ sent: queue.sent, dropped: queue.dropped }),
    close: async () => queue.shutdown(),
  }
}
