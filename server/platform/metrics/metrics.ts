import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attributes, Meter, ObservableGauge } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { mergeFigures, type Figures } from './merge-figures.ts'

export interface Metrics {
  /** Makes the counters and gauges. */
  meter: Meter
  /** Returns the figures of this process in the form that Prometheus reads. */
  read(): Promise<string>
  /**
   * Begins to answer at /metrics, and returns the port. Rejects if the address cannot be used. `readOthers` returns the figures of the
   * other processes of this host.
   */
  listen(port: number, host: string, readOthers?: () => Promise<readonly Figures[]>): Promise<number>
  close(): Promise<void>
}

/** Keeps the figures of this process, for a Prometheus that reads them. */
export function createMetrics(): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const serializer = new PrometheusSerializer('', false, undefined, true, true)
  const read = async () => serializer.serialize((await exporter.collect()).resourceMetrics)
  let readOthers = async (): Promise<readonly Figures[]> => []
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    return void Promise.all([read(), readOthers()]).then(
      ([text, others]) =>
        response.writeHead(200, { 'content-type': contentType }).end(mergeFigures([{ text }, ...others])),
      () => response.writeHead(500).end(),
    )
  })
  return {
    meter: provider.getMeter('et'),
    read,
    async listen(port, host, others = readOthers) {
      readOthers = others
      await listenOn(server, port, host)
      return (server.address() as AddressInfo).port
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await provider.shutdown()
    },
  }
}

/** Rejects if the address cannot be used. Then it can be tried again. */
async function listenOn(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

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
