import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'
import type pg from 'pg'
import { ownVersion } from '../version.ts'

/** Adds gauges of the memory of this process, of how late its work begins, and of its connections to the database. */
export function watchProcess(meter: Meter, pool: pg.Pool): void {
  meter
    .createObservableGauge('et_build_info', { description: 'Always 1; the labels name the version that runs' })
    .addCallback((result) => result.observe(1, { version: ownVersion.version, commit: ownVersion.commit ?? 'none' }))
  meter
    .createObservableGauge('et_process_memory_bytes', { description: 'Memory of the process' })
    .addCallback((result) => {
      const { rss, heapUsed } = process.memoryUsage()
      result.observe(rss, { part: 'resident' })
      result.observe(heapUsed, { part: 'heap' })
    })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  meter
    .createObservableGauge('et_event_loop_delay_seconds', {
      description: 'Delay of the work of the process since the last reading, 99 of 100 below it',
    })
    .addCallback((result) => {
      result.observe(delay.percentile(99) / 1e9)
      delay.reset()
    })
  meter
    .createObservableGauge('et_database_connections', {
      description: 'Connections of the pool, and calls that wait for one',
    })
    .addCallback((result) => {
      result.observe(pool.totalCount - pool.idleCount, { state: 'busy' })
      result.observe(pool.idleCount, { state: 'idle' })
      result.observe(pool.waitingCount, { state: 'awaited' })
    })
}
