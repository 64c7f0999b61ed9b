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

/** Refuses the start if the server cannot listen on each of its addresses, before anything else is created. */
export async function assertPortsFree({ port, host, metricsPort, metricsHost }: Config): Promise<void> {
  await assertPortFree(port, host)
  if (metricsPort !== undefined) await assertPortFree(metricsPort, metricsHost, names)
}

/** Begins to answer Prometheus, if the settings name a port. Figures of the platform are those of this process alone. */
export async function openMetrics(config: Config, { db, pool, log, workers }: Watched): Promise<Metrics | undefined> {
  const { metricsPort: port, metricsHost: host } = config
  if (port === undefined) return undefined
  const metrics = createMetrics()
  watchProcess(metrics.meter, pool)
  countSpans(metrics.meter)
  const onError = (err: unknown) => log.warn({ err }, 'Figures could not be read')
  watchPlatform(metrics.meter, { db, config, onError })
  if (workers) watchWorkers(metrics.meter, { wanted: config.workers, workers })
  await metrics.listen(port, host, async () => workers?.readFigures() ?? [])
  return metrics
}

/** Keeps the figures of a worker, if the settings ask for some. The first process of the host reads them. */
export function openWorkerMetrics({ metricsPort }: Config, pool: pg.Pool): Metrics | undefined {
  if (metricsPort === undefined) return undefined
  const metrics = createMetrics()
  watchProcess(metrics.meter, pool)
  countSpans(metrics.meter)
  return metrics
}
