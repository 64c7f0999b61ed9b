import { pino } from 'pino'
import { openWorkerMetrics } from './open-metrics.ts'
import { openPool } from './open-services.ts'
import { createLog } from './platform/create-log.ts'
import { StartRefusal } from './platform/db/start-refusal.ts'
import { openFilesAgain } from './platform/files/open-files.ts'
import { limitHeapGrowth } from './platform/heap-growth.ts'
import { printError, type ProcessLife } from './platform/process-life.ts'
import { isTraced, openTraces } from './platform/traces/open-traces.ts'
import { openWorker } from './platform/workers/open-worker.ts'
import { poolShare } from './platform/workers/worker-settings.ts'
import { serve } from './serve.ts'

/** Serves beside other processes. The first process of the host says when to begin and when to end. */
export async function startWorker(life: ProcessLife): Promise<void> {
  limitHeapGrowth()
  const channel = openWorker()
  let letLeave = async (): Promise<void> => {}
  let readFigures = async (): Promise<string> => ''
  channel.obey({
    stop: () => void life.end(0),
    leave: () =>
      void letLeave()
        .catch(printError)
        .then(() => life.end(0)),
    readFigures: async () => readFigures(),
  })
  const { number, task } = await channel.task
  const { config, appUrl } = task
  const destination = pino.destination({ fd: 2, sync: true })
  const log = createLog(config.logLevel, destination, { isTraced: isTraced(config) }).child({ worker: number })
  await openTraces({ config, log, worker: number }, life)
  const { pool, db } = openPool({ config, log, appUrl, max: poolShare(config) }, life)
  const files = openFilesAgain(config, (path) => void channel.report({ kind: 'stored', path }))
  const metrics = openWorkerMetrics(config, pool)
  if (metrics) readFigures = async () => metrics.read()
  const { peers } = channel
  // The settings are the same for all, so one of them says what is missing.
  const warn = number === 1 ? console.warn : () => {}
  try {
    const serving = await serve({ task, db, log, files, meter: metrics?.meter, peers, warn }, life)
    letLeave = async () => serving.letLeave()
    await channel.report({ kind: 'ready' })
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    // The first process says it.
    await channel.report({ kind: 'refused', reason: error.message })
    await life.end(1)
  }
}
