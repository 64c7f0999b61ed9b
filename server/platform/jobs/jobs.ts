import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '../../../contract/endpoints/jobs.ts'
import type { Db } from '../db/client.ts'
import { repeat } from '../repeat.ts'
import { inSpan } from '../traces/spans.ts'
import { describeFailure, type Failure } from './failure.ts'
import { claimJobs, endRun, keepJobs, registerJobs } from './job-rows.ts'

/** Work that is repeated as long as there is a server. */
export interface JobDefinition {
  name: JobName
  /** The pause between the end of a good run and the next one. */
  everyMs: number
  /** Does what is due. The signal says that the server stops, or that another one has taken the job over. */
  work: (signal: AbortSignal) => Promise<unknown>
}

export interface Jobs {
  /** Runs a job soon, although its time has not come. While another server runs it, it is left to that one. */
  poke(name: JobName): void
  /** Ends the work, after the runs under way. Another server goes on with what they left at once. */
  stop(): Promise<void>
}

interface JobSettings {
  db: Db
  log: { warn(details: object, message: string): void }
  jobs: readonly JobDefinition[]
  /** A job of a server that has died goes on elsewhere after this time. */
  leaseSeconds?: number
  /** The time between two looks for jobs that are due. */
  lookMs?: number
  /** The time after which a server says again which jobs it has. */
  registerMs?: number
}

/** A queue is written in a transaction that still has to end. It is too short for people to notice. */
const pokeMs = 30

/**
 * Begins to run jobs when they are due. Of several servers on a database one at a time runs each job, by a lease that it renews during
 * long work. A job that fails is tried again after a growing pause, and holds up no other one.
 */
export function startJobs(settings: JobSettings): Jobs {
  const worker = new Worker(settings)
  return { poke: (name) => worker.poke(name), stop: async () => worker.stop() }
}

class Worker {
  readonly #settings: JobSettings
  readonly #leaseSeconds: number
  readonly #holder = randomUUID()
  readonly #running = new Map<JobName, { end: Promise<void>; stopping: AbortController }>()
  readonly #poked = new Set<JobName>()
  readonly #stopLooking: () => Promise<void>
  readonly #stopKeeping: () => Promise<void>
  #registerAt = 0
  #isStopped = false
  #isAway = false
  #timer: NodeJS.Timeout | undefined
  /** The end of the last look that a poke has caused. */
  #pokedLook = Promise.resolve()

  constructor(settings: JobSettings) {
    const { leaseSeconds = 30, lookMs = 250 } = settings
    this.#settings = settings
    this.#leaseSeconds = leaseSeconds
    const onError = (err: unknown) => this.#warn(err)
    this.#stopLooking = repeat(async () => this.#look(), { everyMs: lookMs, isAtOnce: true, onError })
    this.#stopKeeping = repeat(async () => this.#keep(), { everyMs: (leaseSeconds * 1000) / 3, onError })
  }

  poke(name: JobName): void {
    this.#poked.add(name)
    this.#lookSoon()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.all([this.#stopLooking(), this.#pokedLook])
    for (const { stopping } of this.#running.values()) stopping.abort()
    await Promise.all([...this.#running.values()].map(async ({ end }) => end))
    await this.#stopKeeping()
  }

  /** A database that is away fails each look. One line in the log is enough. */
  #warn(err: unknown): void {
    if (!this.#isAway) this.#settings.log.warn({ err }, 'The jobs could not be read')
    this.#isAway = true
  }

  async #look(): Promise<void> {
    const { db, jobs, registerMs = 60_000 } = this.#settings
    if (performance.now() >= this.#registerAt) {
      await registerJobs(db, jobs)
      this.#registerAt = performance.now() + registerMs
    }
    const names = jobs.map(({ name }) => name).filter((name) => !this.#running.has(name))
    if (names.length === 0) return
    const urgent = [...this.#poked].filter((name) => names.includes(name))
    urgent.forEach((name) => this.#poked.delete(name))
    const claim = { holder: this.#holder, leaseSeconds: this.#leaseSeconds, names, urgent }
    const claimed = await claimJobs(db, claim)
    this.#isAway = false
    for (const job of jobs.filter(({ name }) => claimed.includes(name))) this.#begin(job)
  }

  #begin(job: JobDefinition): void {
    const stopping = new AbortController()
    if (this.#isStopped) stopping.abort()
    const end = this.#run(job, stopping.signal).finally(() => {
      this.#running.delete(job.name)
      if (this.#poked.has(job.name)) this.#lookSoon()
    })
    this.#running.set(job.name, { end, stopping })
  }

  async #run(job: JobDefinition, signal: AbortSignal): Promise<void> {
    const { name } = job
    let failure: Failure | null = null
    try {
      if (!signal.aborted) await inSpan({ kind: 'job', name: `job ${name}` }, async () => this.#work(job, signal))
    } catch (err) {
      // A run that was told to end may fail for that reason alone.
      if (!signal.aborted) failure = describeFailure(err)
    }
    await this.#note({ holder: this.#holder, name, failure, isCutShort: signal.aborted })
  }

  /** Does the work, and names its failure in the log of its trace. */
  async #work({ name, work }: JobDefinition, signal: AbortSignal): Promise<void> {
    try {
      await work(signal)
    } catch (err) {
      if (!signal.aborted) this.#settings.log.warn({ err, job: name }, 'Background work has failed')
      throw err
    }
  }

  /** Notes the end of a run, also if the database is away for a moment. Otherwise the run would look as if it was cut off. */
  async #note(end: Parameters<typeof endRun>[1]): Promise<void> {
    for (let left = this.#leaseSeconds; left > 0; left -= 1) {
      try {
        return await endRun(this.#settings.db, end)
      } catch (err) {
        this.#warn(err)
        if (this.#isStopped) return
        await sleep(1000, undefined, { ref: false })
      }
    }
  }

  /** Extends the leases of all runs. One that another server has taken over has to end. */
  async #keep(): Promise<void> {
    if (this.#running.size === 0) return
    const names = [...this.#running.keys()]
    const kept = await keepJobs(this.#settings.db, { holder: this.#holder, leaseSeconds: this.#leaseSeconds, names })
    for (const name of names) if (!kept.includes(name)) this.#running.get(name)?.stopping.abort()
  }

  #lookSoon(): void {
    if (!this.#isStopped) this.#timer ??= setTimeout(() => this.#lookNow(), pokeMs)
  }

  #lookNow(): void {
    this.#timer = undefined
    this.#pokedLook = this.#pokedLook.then(async () => this.#look()).catch((err: unknown) => this.#warn(err))
  }
}
