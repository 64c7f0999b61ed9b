import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/client.ts'
import { assertPortFree } from './platform/http/port.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import { watchProcess } from './platform/metrics/process-metrics.ts'
import { watchPlatform } from './reports/stats/platform-metrics.ts'

const names = { port: 'METRICS_PORT', host: 'METRICS_HOST' }

interface Watched {
  db: Db
  pool: pg.Pool
  log: FastifyBaseLogger
}

/** Refuses the start if the server cannot listen on each of its addresses, before anything else is created. */
export async function assertPortsFree({ port, host, metricsPort, metricsHost }: Config): Promise<void> {
  await assertPortFree(port, host)
  if (metricsPort !== undefined) await assertPortFree(metricsPort, metricsHost, names)
}

/** Begins to answer Prometheus, if the settings name a port. */
export async function openMetrics(config: Config, { db, pool, log }: Watched): Promise<Metrics | undefined> {
  const { metricsPort: port, metricsHost: host } = config
  if (port === undefined) return undefined
  const metrics = createMetrics()
  watchProcess(metrics.meter, pool)
  const onError = (err: unknown) => log.warn({ err }, 'Figures could not be read')
  watchPlatform(metrics.meter, { db, config, onError })
  await metrics.listen(port, host)
  return metrics
}
