import type { Meter } from '@opentelemetry/api'

interface Watched {
  /** The number of processes that the settings ask for. */
  wanted: number
  workers: { readonly serving: number }
}

/** Adds a gauge of the processes that serve the port, and of those that are missing. */
export function watchWorkers(meter: Meter, { wanted, workers }: Watched): void {
  meter
    .createObservableGauge('et_workers', { description: 'Processes that serve the port, and those that are missing' })
    .addCallback((result) => {
      result.observe(workers.serving, { state: 'serving' })
      result.observe(wanted - workers.serving, { state: 'missing' })
    })
}
