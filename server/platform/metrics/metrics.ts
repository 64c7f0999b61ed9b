import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attributes, Meter, ObservableGauge } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'

export interface Metrics {
  /** Makes the counters and gauges. */
  meter: Meter
  /** Begins to answer at /metrics, and returns the port. Rejects if the address cannot be used. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
}

/** Keeps the figures of this process, for a Prometheus that reads them. */
export function createMetrics(): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true, withoutTargetInfo: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') exporter.getMetricsRequestHandler(request, response)
    else response.writeHead(404).end()
  })
  return {
    meter: provider.getMeter('et'),
    async listen(port, host) {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
      return (server.address() as AddressInfo).port
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await provider.shutdown()
    },
  }
}

/** One value of a gauge. The attributes become labels; they must be of few kinds and name no person. */
export interface Reading<Name extends string> {
  name: Name
  value: number
  attributes?: Attributes
}

/**
 * Adds gauges with these names and descriptions that are read together, at most once in the given time. After a failed read they
 * have no value, so an old one never looks like a new one. `onError` gets the reason.
 */
export function addGauges<Name extends string>(
  meter: Meter,
  descriptions: Record<Name, string>,
  {
    read,
    everyMs,
    onError,
  }: { read: () => Promise<Reading<Name>[]>; everyMs: number; onError: (error: unknown) => void },
): void {
  const gauges = Object.fromEntries(
    Object.entries<string>(descriptions).map(([name, description]) => [
      name,
      meter.createObservableGauge(name, { description }),
    ]),
  ) as Record<Name, ObservableGauge>
  let kept: Promise<Reading<Name>[]> | undefined
  let keptAt = -Infinity
  const readOnce = () => {
    if (performance.now() - keptAt < everyMs && kept) return kept
    keptAt = performance.now()
    kept = read().catch((error: unknown) => {
      onError(error)
      return []
    })
    return kept
  }
  meter.addBatchObservableCallback(async (result) => {
    for (const { name, value, attributes } of await readOnce()) result.observe(gauges[name], value, attributes)
  }, Object.values<ObservableGauge>(gauges))
}
