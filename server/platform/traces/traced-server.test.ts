import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSession } from '../../../contract/auth.ts'
import { startCollector, type Collector } from '../../../tests/helpers/collector.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { findFreePort, startServer, type TestServer } from '../../../tests/helpers/server.ts'

const hook = join(import.meta.dirname, '../../../tests/helpers/list-modules.mjs')
/** The packages that make and send spans. */
const tracing = /@opentelemetry\/(sdk-trace|exporter-trace-otlp-http|otlp-[\w-]+)\//
const name = `GET ${getSession.path}`

let database: TestDatabase
let collector: Collector
let server: TestServer | undefined
let place: string

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'et-traces-'))
  collector = await startCollector()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await collector.close()
  rmSync(place, { recursive: true })
})
afterAll(async () => database.drop())

const modules = () => readFileSync(join(place, 'modules'), 'utf8')

/** Starts two workers, and lists the modules that any of the processes loads. */
async function start(env: Record<string, string>): Promise<string> {
  const addresses = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl }
  const listing = { NODE_OPTIONS: `--import=${hook}`, LOADED_MODULES: join(place, 'modules') }
  server = await startServer({ env: { ...addresses, ...listing, WORKERS: '2', ...env } })
  return server.url
}

async function read(url: string): Promise<number> {
  return (await fetch(url + getSession.path, { headers: { connection: 'close' } })).status
}

test('without a collector no process loads what makes spans', async () => {
  await read(await start({}))
  expect(modules()).toContain('server/platform/http/access.ts')
  expect(modules()).not.toMatch(tracing)
}, 60_000)

test('each worker sends its spans, at the stop, too, and they are counted', async () => {
  const metricsPort = String(await findFreePort())
  const url = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_SERVICE_NAME: 'et-test',
    METRICS_PORT: metricsPort,
  })
  expect(modules()).toMatch(tracing)
  const workersSeen = () =>
    new Set(collector.spans().flatMap((span) => (span.name === name ? [span.process['et.worker']] : [])))
  await expect
    .poll(
      async () => {
        await read(url)
        return workersSeen().size
      },
      { timeout: 20_000 },
    )
    .toBe(2)
  expect(collector.headers.at(-1)).toMatchObject({ 'x-key': 'a key' })
  const job = await collector.waitFor((span) => span.name === 'job totals')
  expect(job.process).toMatchObject({ 'service.name': 'et-test' })
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(figures).toMatch(/^et_spans_total\{worker="1",outcome="sent"\} [1-9]/m)
  const before = collector.spans().filter((span) => span.name === name).length
  expect(await read(url)).toBe(200)
  await server?.kill('SIGTERM')
  expect(collector.spans().filter((span) => span.name === name).length).toBeGreaterThan(before)
}, 60_000)

test('a collector that never answers holds up neither a call nor the stop', async () => {
  collector.answer('never')
  const url = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` })
  await read(url)
  await expect.poll(() => collector.headers.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const callMs = performance.now()
  expect(await read(url)).toBe(200)
  expect(performance.now() - callMs).toBeLessThan(1_000)
  const stopMs = performance.now()
  await server?.kill('SIGTERM')
  expect(performance.now() - stopMs).toBeLessThan(6_000)
}, 60_000)
