import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '../../../contract/endpoints/jobs.ts'
import type { Db } from '../db/client.ts'
import { repeat } from '../repeat.ts'
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
}

/** A queue is written in a transaction that still has to end. It is too short for people to notice. */
const pokeMs = 30

/**
 * Begins to run jobs when they are due. Of several servers on a database one at a time runs each job, by a lease that it renews during
 * long work. A job that fails is tried again after a growing pause, and holds up no other one.
 */
export function startJobs(settings: JobSettings): Jobs {
  const { db, log, jobs, leaseSeconds = 30, lookMs = 250 } = settings
  const holder = randomUUID()
  const running = new Map<JobName, { end: Promise<void>; stopping: AbortController }>()
  const poked = new Set<JobName>()
  let isRegistered = false
  let isStopped = false
  let isAway = false
  let timer: NodeJS.Timeout | undefined

  /** A database that is away fails each look. One line in the log is enough. */
  function warn(err: unknown): void {
    if (!isAway) log.warn({ err }, 'The jobs could not be read')
    isAway = true
  }

  async function look(): Promise<void> {
    if (!isRegistered) await registerJobs(db, jobs)
    isRegistered = true
    const names = jobs.map(({ name }) => name).filter((name) => !running.has(name))
    if (names.length === 0) return
    const urgent = [...poked].filter((name) => names.includes(name))
    urgent.forEach((name) => poked.delete(name))
    const claimed = await claimJobs(db, { holder, leaseSeconds, names, urgent })
    isAway = false
    for (const job of jobs.filter(({ name }) => claimed.includes(name))) begin(job)
  }

  function begin(job: JobDefinition): void {
    const stopping = new AbortController()
    if (isStopped) stopping.abort()
    const end = runOnce(job, stopping.signal, { db, log, holder, leaseSeconds, warn }).finally(() => {
      running.delete(job.name)
      if (poked.has(job.name)) lookSoon()
    })
    running.set(job.name, { end, stopping })
  }

  /** Extends the leases of all runs. One that another server has taken over has to end. */
  async function keep(): Promise<void> {
    if (running.size === 0) return
    const names = [...running.keys()]
    const kept = await keepJobs(db, { holder, leaseSeconds, names })
    for (const name of names) if (!kept.includes(name)) running.get(name)?.stopping.abort()
  }

  function lookSoon(): void {
    if (!isStopped) timer ??= setTimeout(() => void lookNow(), pokeMs)
  }

  async function lookNow(): Promise<void> {
    timer = undefined
    await look().catch(warn)
  }

  const stops = [
    repeat(look, { everyMs: lookMs, isAtOnce: true, onError: warn }),
    repeat(keep, { everyMs: (leaseSeconds * 1000) / 3, onError: warn }),
  ]
  return {
    poke(name) {
      poked.add(name)
      lookSoon()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await stops[0]?.()
      for (const { stopping } of running.values()) stopping.abort()
      await Promise.all([...running.values()].map(async ({ end }) => end))
      await stops[1]?.()
    },
  }
}

interface RunSettings extends Required<Pick<JobSettings, 'db' | 'log' | 'leaseSeconds'>> {
  holder: string
  warn: (error: unknown) => void
}

async function runOnce({ name, work }: JobDefinition, signal: AbortSignal, settings: RunSettings): Promise<void> {
  let failure: Failure | null = null
  try {
    if (!signal.aborted) await work(signal)
  } catch (err) {
    // A run that was told to end may fail for that reason alone.
    if (!signal.aborted) {
      failure = describeFailure(err)
      settings.log.warn({ err, job: name }, 'Background work has failed')
    }
  }
  await noteEnd({ holder: settings.holder, name, failure, isCutShort: signal.aborted }, signal, settings)
}

/** Notes the end of a run, also if the database is away for a moment. Otherwise the run would look as if it was cut off. */
async function noteEnd(
  end: Parameters<typeof endRun>[1],
  signal: AbortSignal,
  { db, leaseSeconds, warn }: RunSettings,
): Promise<void> {
  for (let left = leaseSeconds; left > 0; left -= 1) {
    try {
      return await endRun(db, end)
    } catch (err) {
      warn(err)
      if (signal.aborted) return
      await sleep(1000, undefined, { ref: false })
    }
  }
}
