import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../db/start-refusal.ts'
import type { Report, Task } from './messages.ts'
import { aliveMs } from './open-worker.ts'
import { WorkerHandle } from './worker-handle.ts'

interface WorkersSettings {
  count: number
  /** The file that each of them runs. */
  file: string
  /** Receives a sentence for the log about each end and each new start. */
  say: (sentence: string) => void
  /** Receives the path of each file that was uploaded. */
  onStored: (path: string) => void
}

/** A place of a worker. Its number stays when the process in it is replaced. */
interface Place {
  number: number
  /** The process that serves; undefined after its end until the next one is ready. */
  worker: WorkerHandle | undefined
  /** Resolves when an attempt to replace the process has ended. */
  replacing?: Promise<unknown>
}

/** A process that ends earlier than this after it was ready has ended quickly. */
const quickMs = 3_000
const firstPauseMs = 250
const longestPauseMs = 4_000
/** After so many quick ends in a row, and with no process that serves, another start would hide the fault from the operator. */
const quickEndsMax = 6
/** A process ends itself within ten seconds. */
const endPatienceMs = 11_000

/**
 * The processes that serve one port. The first process accepts the connections and hands them out in turn. Each process that dies is
 * started again, after a growing pause if it dies soon.
 */
export class Workers {
  /** Resolves with the reason when none of them can be kept running. */
  readonly ended: Promise<string>
  readonly #settings: WorkersSettings
  readonly #gaveUp = Promise.withResolvers<string>()
  readonly #places: Place[]
  /** Also those that leave. */
  readonly #running = new Set<WorkerHandle>()
  readonly #watch: NodeJS.Timeout
  #task: Task | undefined
  #isStopping = false

  /** Starts the processes. They load their program, and wait for `serve`. */
  constructor(settings: WorkersSettings) {
    this.#settings = settings
    this.ended = this.#gaveUp.promise
    cluster.setupPrimary({ exec: settings.file, args: process.argv.slice(2), serialization: 'advanced' })
    this.#places = Array.from({ length: settings.count }, (_, index) => {
      const number = index + 1
      return { number, worker: this.#fork(number) }
    })
    this.#watch = setInterval(() => this.#endSilent(), aliveMs).unref()
  }

  /** Lets them serve. Rejects with the reason if one of them cannot. */
  async serve(task: Task): Promise<void> {
    this.#task = task
    await Promise.all(
      this.#places.map(async (place) => {
        const { worker } = place
        if (!worker) return
        await worker.serve(task).catch((error: unknown) => refuseStart(worker, error))
        void this.#keep(place, worker)
      }),
    )
  }

  /**
   * Replaces the processes one by one: an old one leaves once the new one in its place serves. Returns true when all were replaced, and
   * leaves the rest as they are if a new one cannot serve.
   */
  async replaceAll(): Promise<boolean> {
    for (const place of this.#places) {
      const old = place.worker
      if (!old) continue
      const replacing = this.#begin(place).catch((error: unknown) => error)
      place.replacing = replacing
      const next = await replacing
      if (!(next instanceof WorkerHandle)) {
        const reason = next instanceof Error ? next.message : String(next)
        if (!this.#isStopping) this.#settings.say(`Worker ${place.number} could not be replaced: ${reason}`)
        return false
      }
      await old.end('leave', endPatienceMs)
    }
    return true
  }

  /** Returns the figures of each of them that serves, by its number. */
  async readFigures(): Promise<{ number: number; text: string }[]> {
    const serving = this.#places.flatMap(({ worker }) => worker ?? [])
    return Promise.all(serving.map(async (worker) => ({ number: worker.number, text: await worker.readFigures() })))
  }

  /** The number of processes that serve. */
  get serving(): number {
    return this.#places.filter(({ worker }) => worker !== undefined).length
  }

  /** Ends all of them. It may be called again. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#watch)
    await Promise.all([...this.#running].map(async (worker) => worker.end('stop', endPatienceMs)))
  }

  #fork(number: number): WorkerHandle {
    const worker = new WorkerHandle(number, (report) => this.#receive(worker, report))
    this.#running.add(worker)
    void worker.ended.then(() => this.#running.delete(worker))
    return worker
  }

  /** Starts a process, which takes the place once it serves. Rejects with the reason if it cannot. */
  async #begin(place: Place, quickEnds = 0): Promise<WorkerHandle> {
    if (this.#isStopping || !this.#task) throw new StartRefusal('the server stops')
    const worker = this.#fork(place.number)
    await worker.serve(this.#task)
    place.worker = worker
    void this.#keep(place, worker, quickEnds)
    return worker
  }

  /** Starts another process when the one of the place has died. */
  async #keep(place: Place, worker: WorkerHandle, quickEnds = 0): Promise<void> {
    const readyMs = performance.now()
    let reason = await worker.ended
    await place.replacing
    if (place.worker !== worker) return
    place.worker = undefined
    let ends = performance.now() - readyMs > quickMs ? 0 : quickEnds
    while (!this.#isStopping) {
      ends += 1
      if (ends > quickEndsMax && this.serving === 0) {
        return this.#gaveUp.resolve(`${reason}; the last of them ended ${ends} times in a row right after its start`)
      }
      // The first new start is at once, because calls wait for it.
      if (ends > 1) await sleep(Math.min(firstPauseMs * 2 ** (ends - 2), longestPauseMs), undefined, { ref: false })
      try {
        const startMs = performance.now()
        await this.#begin(place, ends)
        const took = Math.round(performance.now() - startMs)
        return this.#settings.say(`Worker ${place.number} ended (${reason}) and serves again after ${took} ms.`)
      } catch (error) {
        if (!(error instanceof StartRefusal)) throw error
        reason = error.message
        if (!this.#isStopping) this.#settings.say(`Worker ${place.number} ended and did not start again: ${reason}.`)
      }
    }
  }

  #receive(from: WorkerHandle, report: Report): void {
    if (report.kind === 'stored') this.#settings.onStored(report.path)
    if (report.kind !== 'news') return
    for (const worker of this.#running) if (worker !== from) worker.send(report)
  }

  /** Ends processes that hang. Each of them is then started again. */
  #endSilent(): void {
    for (const worker of this.#running) {
      if (!worker.isSilent()) continue
      this.#settings.say(`Worker ${worker.number} does not answer, and is ended.`)
      worker.kill()
    }
  }
}

/** A worker says in a sentence why it cannot serve. One that has crashed says nothing. */
function refuseStart({ number, hasRefused }: WorkerHandle, error: unknown): never {
  if (hasRefused || !(error instanceof StartRefusal)) throw error
  throw new StartRefusal(`Worker ${number} did not start: ${error.message}.`)
}
