import { setTimeout as sleep } from 'node:timers/promises'
import { ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import { codeOfFailure } from './spans.ts'

interface QueueSettings {
  /** Receives a code when spans cannot be sent any more, and nothing when they can be again. */
  onChange: (failure: string | undefined) => void
  /** The most spans that wait. Those beyond are dropped. */
  most?: number
  waitMs?: number
  /** The longest time that the end may take. */
  endMs?: number
}

const batchSize = 256

/**
 * Keeps ended spans until they are sent, in one batch after the other. The work that ends a span never waits. A collector that
 * is away or slow costs the spans that find no room.
 */
export class SpanQueue implements SpanProcessor {
  /** The spans that the collector has. */
  sent = 0
  /** The spans that it never got. */
  dropped = 0
  readonly #exporter: SpanExporter
  readonly #settings: Required<QueueSettings>
  #waiting: ReadableSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #isFailing = false
  #isClosed = false

  constructor(exporter: SpanExporter, { onChange, most = 2_048, waitMs = 2_000, endMs = 1_500 }: QueueSettings) {
    this.#exporter = exporter
    this.#settings = { onChange, most, waitMs, endMs }
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#isClosed || this.#waiting.length >= this.#settings.most) {
      this.dropped += 1
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= batchSize) this.#sendSoon(0)
    else this.#sendSoon(this.#settings.waitMs)
  }

  async forceFlush(): Promise<void> {
    await this.#sending
    while (this.#waiting.length > 0) await this.#sendBatch()
  }

  /** Sends what waits, as far as the time allows. */
  async shutdown(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.race([this.forceFlush(), sleep(this.#settings.endMs, undefined, { ref: false })])
    this.dropped += this.#waiting.length
    this.#waiting = []
  }

  /** A full batch does not wait for the timer of a small one. */
  #sendSoon(waitMs: number): void {
    if (this.#sending || (this.#timer && waitMs > 0)) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#sending = this.#sendFull().finally(() => {
        this.#sending = undefined
        if (this.#waiting.length > 0 && !this.#isClosed) this.#sendSoon(this.#settings.waitMs)
      })
    }, waitMs).unref()
  }

  async #sendFull(): Promise<void> {
    do await this.#sendBatch()
    while (this.#waiting.length >= batchSize && !this.#isClosed)
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#waiting.splice(0, batchSize)
    const failure = await new Promise<string | undefined>((resolve) =>
      this.#exporter.export(batch, ({ code, error }) =>
        resolve(code === ExportResultCode.SUCCESS ? undefined : codeOfFailure(error)),
      ),
    )
    if (failure === undefined) this.sent += batch.length
    else this.dropped += batch.length
    const isFailing = failure !== undefined
    if (isFailing !== this.#isFailing && !this.#isClosed) this.#settings.onChange(failure)
    this.#isFailing = isFailing
  }
}
