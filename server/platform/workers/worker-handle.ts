import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../db/start-refusal.ts'
import type { News, Order, Report, Task } from './messages.ts'

const readyPatienceMs = 60_000
const figuresPatienceMs = 2_000
/** A worker says every five seconds that it is alive. One that is silent for a minute hangs. */
const silentTicksMax = 12

/** One process that serves, as the first process sees it. */
export class WorkerHandle {
  readonly number: number
  /** Resolves with the way in which the process ended. */
  readonly ended: Promise<string>
  readonly #worker: Worker
  readonly #opened = Promise.withResolvers<void>()
  readonly #ready = Promise.withResolvers<void>()
  readonly #onReport: (report: Report) => void
  #isOpen = false
  #refusal: string | undefined
  #silentTicks = 0
  #figuresAsked: ((text: string) => void)[] = []

  /** Starts the process. It loads its program, and waits for its task. */
  constructor(number: number, onReport: (report: Report) => void) {
    this.number = number
    this.#onReport = onReport
    this.#worker = cluster.fork()
    closeUntaken(this.#worker)
    this.#worker.on('message', (report: Report) => this.#receive(report))
    const ended = Promise.withResolvers<string>()
    this.#worker.once('exit', (code, signal) =>
      ended.resolve(this.#refusal ?? (signal ? `signal ${signal}` : `exit code ${code}`)),
    )
    // The channel of a process that has just died cannot be written to. Only one that could not be started has no other end.
    this.#worker.on('error', (error) => this.#worker.process.pid ?? ended.resolve(error.message))
    this.ended = ended.promise
  }

  get hasRefused(): boolean {
    return this.#refusal !== undefined
  }

  /** Lets it serve, with the news that it has missed. Rejects with the reason if it ends before it serves, or takes too long. */
  async serve(task: Task, news: readonly News[] = []): Promise<void> {
    const ready = this.#opened.promise.then(async () => {
      for (const one of news) this.send(one)
      this.send({ kind: 'serve', number: this.number, task })
      await this.#ready.promise
      return undefined
    })
    const late = sleep(readyPatienceMs, 'it was not ready in time', { ref: false })
    const reason = await Promise.race([ready, this.ended, late])
    if (reason === undefined) return
    this.kill()
    throw new StartRefusal(reason)
  }

  send(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {})
  }

  /** Ends the process by an order, or by force if that takes too long. */
  async end(kind: 'leave' | 'stop', patienceMs: number): Promise<void> {
    if (this.#isOpen) this.send({ kind })
    else this.kill()
    const late = await Promise.race([this.ended.then(() => false), sleep(patienceMs, true, { ref: false })])
    if (late) this.kill()
    await this.ended
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  /** Returns its figures as Prometheus reads them; no text if it does not answer. */
  async readFigures(): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#figuresAsked.push(resolve)
    this.send({ kind: 'read_figures' })
    return Promise.race([promise, this.ended.then(() => ''), sleep(figuresPatienceMs, '', { ref: false })])
  }

  /** Counts a tick of a clock. Returns true once it was silent for too many of them, which a machine that slept does not cause. */
  isSilent(): boolean {
    this.#silentTicks += 1
    return this.#isOpen && this.#silentTicks > silentTicksMax
  }

  #receive(report: Report): void {
    this.#silentTicks = 0
    switch (report.kind) {
      case 'open':
        this.#isOpen = true
        return this.#opened.resolve()
      case 'ready':
        return this.#ready.resolve()
      case 'refused':
        this.#refusal = report.reason
        return
      case 'figures': {
        const asked = this.#figuresAsked
        this.#figuresAsked = []
        return asked.forEach((resolve) => resolve(report.text))
      }
      case 'alive':
        return
      case 'stored':
      case 'news':
        this.#onReport(report)
    }
  }
}

/**
 * Node hands a process one connection at a time. When the process dies before it takes the connection, Node keeps it open, and nothing
 * answers the caller. This closes it, so that the caller can call again at once. Closing one that was taken does nothing.
 */
function closeUntaken({ process: child }: Worker): void {
  let handed: { close: () => void } | undefined
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean
  child.send = (...parts: unknown[]) => {
    const [, connection] = parts
    if (isClosable(connection)) handed = connection
    return send(...parts)
  }
  child.once('exit', () => {
    handed?.close()
  })
}

function isClosable(value: unknown): value is { close: () => void } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'
}
