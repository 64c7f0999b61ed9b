import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../db/start-refusal.ts'
import { leavePatienceMs, workerEndMs, type News, type Report, type Task } from './messages.ts'
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
  worker?: WorkerHandle | undefined
  /** Resolves when an attempt to replace the process has ended. */
  replacing?: Promise<unknown>
}

/** A process that ends earlier than this after it was ready has ended quickly. */
const quickMs = 3_000
const firstPauseMs = 250
const longestPauseMs = 4_000
/** After so many quick ends in a row, and with no process that serves, another start would hide the fault from the operator. */
const quickEndsMax = 6
/** A process that has not ended itself a second after its time is killed. */
const graceMs = 1_000

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
  readonly #first: WorkerHandle
  /** Also those that leave. */
  readonly #running = new Set<WorkerHandle>()
  readonly #watch: NodeJS.Timeout
  /** The last news of each topic, for processes that start later. */
  readonly #news = new Map<string, News>()
  #task: Task | undefined
  #isStopping = false

  /** Starts the first of the processes, which loads its program and waits for `serve`. */
  constructor(settings: WorkersSettings) {
    this.#settings = settings
    this.ended = this.#gaveUp.promise
    cluster.setupPrimary({ exec: settings.file, args: process.argv.slice(2), serialization: 'advanced' })
    this.#places = Array.from({ length: settings.count }, (_, index) => ({ number: index + 1 }))
    this.#first = this.#fork(1)
    this.#watch = setInterval(() => this.#endSilent(), aliveMs).unref()
  }

  /**
   * Lets the first one serve, and starts the others once it does, because all together would hold each other up. Rejects with the
   * reason if the first one cannot serve.
   */
  async serve(task: Task): Promise<void> {
    this.#task = task
    const first = this.#first
    await first.serve(task).catch((error: unknown) => refuseStart(first, error))
    for (const place of this.#places) {
      if (place.number === first.number) this.#take(place, first)
      else void this.#start(place)
    }
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
        this.#say(`Worker ${place.number} could not be replaced: ${reason}`)
        return false
      }
      await old.end('leave', leavePatienceMs + workerEndMs + graceMs)
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
    await Promise.all([...this.#running].map(async (worker) => worker.end('stop', workerEndMs + graceMs)))
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
    await worker.serve(this.#task, [...this.#news.values()])
    this.#take(place, worker, quickEnds)
    return worker
  }

  /** Gives the place to a process that serves, and starts another one when it has died. */
  #take(place: Place, worker: WorkerHandle, quickEnds = 0): void {
    place.worker = worker
    const readyMs = performance.now()
    void worker.ended.then(async (reason) => {
      await place.replacing
      if (place.worker !== worker) return
      place.worker = undefined
      const isQuick = performance.now() - readyMs <= quickMs
      await this.#start(place, { reason, ends: isQuick ? quickEnds + 1 : 1 })
    })
  }

  /** Starts a process in the place, again and again until it serves. `ended` says how the last one ended, and how often in a row. */
  async #start(place: Place, ended?: { reason: string; ends: number }): Promise<void> {
    let { reason, ends } = ended ?? { reason: '', ends: 0 }
    while (!this.#isStopping) {
      if (ends > quickEndsMax && this.serving === 0) {
        return this.#gaveUp.resolve(`${reason}; the last of them ended ${ends} times in a row right after its start`)
      }
      // The first new start is at once, because calls wait for it.
      if (ends > 1) await sleep(Math.min(firstPauseMs * 2 ** (ends - 2), longestPauseMs), undefined, { ref: false })
      const startMs = performance.now()
      try {
        await this.#begin(place, ends)
        const took = Math.round(performance.now() - startMs)
        if (ends > 0) this.#say(`Worker ${place.number} ended (${reason}) and serves again after ${took} ms.`)
        return
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error)
        ends += 1
        this.#say(`Worker ${place.number} did not start: ${reason}.`)
      }
    }
  }

  #say(sentence: string): void {
    if (!this.#isStopping) this.#settings.say(sentence)
  }

  #receive(from: WorkerHandle, report: Report): void {
    if (report.kind === 'stored') this.#settings.onStored(report.path)
    if (report.kind !== 'news') return
    this.#news.set(report.topic, report)
    for (const worker of this.#running) if (worker !== from) worker.send(report)
  }

  /** Ends processes that hang. Each of them is then started again. */
  #endSilent(): void {
    for (const worker of this.#running) {
      if (!worker.isSilent()) continue
      this.#say(`Worker ${worker.number} does not answer, and is ended.`)
      worker.kill()
    }
  }
}

/** A worker says in a sentence why it cannot serve. One that has crashed says nothing. */
function refuseStart({ number, hasRefused }: WorkerHandle, error: unknown): never {
  if (hasRefused || !(error instanceof StartRefusal)) throw error
  throw new StartRefusal(`Worker ${number} did not start: ${error.message}.`)
}
