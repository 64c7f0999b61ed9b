import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSession } from '../../contract/auth.ts'
import { openTracedApp, partsOf, trustedProxy, type TracedApp } from '../helpers/traced-app.ts'

const foreignTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const foreignSpan = '00f067aa0ba902b7'
const asked = `00-${foreignTrace}-${foreignSpan}-01`

let traced: TracedApp
beforeAll(async () => {
  traced = await openTracedApp()
})
beforeEach(() => traced.begin())
afterAll(() => traced.close())

async function callWith(traceparent: string, from: 'outside' | 'proxy') {
  const address = { remoteAddress: from === 'proxy' ? trustedProxy : '192.0.2.7' }
  const headers = { traceparent, tracestate: 'own=1', 'x-forwarded-for': '192.0.2.7' }
  await traced.app.inject({ url: getSession.path, ...address, headers })
  const spans = await traced.collect()
  return { spans, call: partsOf(spans, `GET ${getSession.path}`).whole }
}

test('the header of an outsider changes nothing [A404]', async () => {
  const { call } = await callWith(asked, 'outside')
  expect(call?.traceId).toMatch(/^[\da-f]{32}$/)
  expect(call?.traceId).not.toBe(foreignTrace)
  expect(call?.parentSpanId || undefined).toBeUndefined()
  expect(call?.links ?? []).toEqual([])
})

test('a header that comes by a trusted proxy is a link, and no parent [A404]', async () => {
  const { call } = await callWith(asked, 'proxy')
  expect(call?.traceId).not.toBe(foreignTrace)
  expect(call?.parentSpanId || undefined).toBeUndefined()
  expect(call?.links).toMatchObject([{ traceId: foreignTrace, spanId: foreignSpan }])
})

test.each([
  'nonsense',
  `00-${'0'.repeat(32)}-${foreignSpan}-01`,
  `${asked}, ${asked}`,
  `ff-${foreignTrace}-${foreignSpan}-01`,
])('a malformed header is no link: %s [A404]', async (header) => {
  const { call } = await callWith(header, 'proxy')
  expect(call).toBeDefined()
  expect(call?.links ?? []).toEqual([])
})

test.each(['outside', 'proxy'] as const)(
  'a call that is not of the share is not traced, although it asks [A404]: %s',
  async (from) => {
    traced.begin(0)
    expect((await callWith(asked, from)).spans).toEqual([])
  },
)
