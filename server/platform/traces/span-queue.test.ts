import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCollector, type Collector } from '../../../tests/helpers/collector.ts'
import { createTraces } from './tracer.ts'

let collector: Collector
let changes: (string | undefined)[]

beforeEach(async () => {
  collector = await startCollector()
  changes = []
})
afterEach(async () => collector.close())

function begin() {
  const onChange = (failure: string | undefined) => changes.push(failure)
  const url = `${collector.url}/v1/traces`
  return createTraces({ url, headers: {}, share: 1, service: 'et', worker: undefined, onChange })
}

/** Makes spans that end at once. */
function makeSpans(traces: ReturnType<typeof begin>, count: number): void {
  for (let made = 0; made < count; made += 1) traces.begin({ kind: 'call', name: 'GET /' })?.end()
}

test('a full batch is sent at once, and the rest at the end', async () => {
  const traces = begin()
  makeSpans(traces, 300)
  await collector.waitFor(() => true)
  expect(collector.spans()).toHaveLength(256)
  await traces.close()
  expect(collector.spans()).toHaveLength(300)
  expect(traces.counts()).toEqual({ sent: 300, dropped: 0 })
})

test('a collector that never answers costs spans, and no time', async () => {
  collector.answer('never')
  const traces = begin()
  makeSpans(traces, 300)
  await expect.poll(() => collector.headers.length).toBe(1)
  makeSpans(traces, 5_000)
  // One batch is on its way, and 2048 spans wait.
  expect(traces.counts().dropped).toBeGreaterThan(2_500)
  const startMs = performance.now()
  await traces.close()
  expect(performance.now() - startMs).toBeLessThan(2_500)
  makeSpans(traces, 1)
  expect(traces.counts().sent).toBe(0)
})

test('spans that a collector refuses are counted, and it is said once that it fails and once that it works again', async () => {
  collector.answer('refuse')
  const traces = begin()
  for (const total of [256, 512]) {
    makeSpans(traces, 256)
    await expect.poll(() => traces.counts().dropped).toBe(total)
  }
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatch(/^\w+$/)
  collector.answer('well')
  makeSpans(traces, 256)
  await expect.poll(() => traces.counts().sent).toBe(256)
  expect(changes[1]).toBeUndefined()
  await traces.close()
})

test('a collector that is away for a moment gets its spans when it is back', async () => {
  const { port } = collector
  await collector.close()
  const traces = begin()
  makeSpans(traces, 256)
  // The first try meets no one.
  await sleep(300)
  collector = await startCollector(port)
  await expect.poll(() => traces.counts(), { timeout: 6_000 }).toEqual({ sent: 256, dropped: 0 })
  await traces.close()
})
