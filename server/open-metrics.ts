import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/client.ts'
import { assertPortFree } from './platform/http/port.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { watchProcess } from './platform/metrics/process-metrics.ts'
import { watchWorkers } from './platform/metrics/worker-metrics.ts'
import { countSpans } from './platform/traces/open-traces.ts'
import type { Workers } from './platform/workers/workers.ts'
import { watchPlatform } from './reports/stats/platform-metrics.ts'

const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' }

interface Watched {
  db: Db
  pool: pg.Pool
  log: FastifyBaseLogger
  /** The other processes that serve the port, if this one does not serve it alone. */
  workers: Pick<Workers, 'readFigures' | 'serving'> | undefined
}

const retryMs = 1_000

/**
 * Refuses the start if the server cannot listen on each of its addresses, before anything else is created. Another server may have the
 * port of figures: during an upgrade both run for a moment.
 */
export async function assertPortsFree({ port, host, metricsPort, metricsHost }: Config): Promise<void> {
  await assertPortFree(port, host)
  if (metricsPort === undefined) return
  await assertPortFree(metricsPort, metricsHost, names).catch((error: unknown) => {
    if (!isTaken(error instanceof Error ? error.cause : error)) throw error
  })
}

/**
 * Begins to answer Prometheus, if the settings name a port. If another program has the port, it is tried until it is free. Figures of the
 * platform are those of this process alone.
 */
export async function openMetrics(config: Config, { db, pool, log, workers }: Watched): Promise<Metrics | undefined> {
  const { metricsPort: port, metricsHost: host } = config
  if (port === undefined) return undefined
  const metrics = createMetrics()
  watchProcess(metrics.meter, pool)
  countSpans(metrics.meter)
  const onError = (err: unknown) => log.warn({ err }, 'Figures could not be read')
  watchPlatform(metrics.meter, { db, config, onError })
  if (workers) watchWorkers(metrics.meter, { wanted: config.workers, workers })
  const stop = await listenWhenFree(
    async () => metrics.listen(port, host, async () => workers?.readFigures() ?? []),
    log,
  )
  return {
    ...metrics,
    async close() {
      await stop()
      await metrics.close()
    },
  }
}

/** Listens now or, if another program has the port, once it is free. Returns the function that ends the attempts. */
async function listenWhenFree(listen: () => Promise<unknown>, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  const attempt = async () =>
    listen().then(
      () => true,
      (error: unknown) => {
        if (isTaken(error)) return false
        throw error
      },
    )
  const attemptUntilFree = async () => {
    while (!signal.aborted && !(await attempt())) await sleep(retryMs, undefined, { signal }).catch(() => {})
  }
  if (await attempt()) return async () => {}
  log.warn('METRICS_PORT is in use by another program. This server serves without it until it is free')
  const done = attemptUntilFree().catch((err: unknown) => log.error({ err }, 'METRICS_PORT cannot be used'))
  return async () => {
    stopping.abort()
    await done
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** Keeps the figures of a worker, if the settings ask for some. The first process of the host reads them. */
export function openWorkerMetrics({ metricsPort }: Config, pool: pg.Pool): Metrics | undefined {
  if (metricsPort === undefined) return undefined
  const metrics = createMetrics()
  watchProcess(metrics.meter, pool)
  countSpans(metrics.meter)
  return metrics
}
