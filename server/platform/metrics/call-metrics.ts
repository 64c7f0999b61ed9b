import type { Meter } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Streams } from '../events/streams.ts'
import { codeOf } from '../http/reply-error.ts'

/** The seconds between which the times of calls are counted. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts the calls of the contract by operation and status, and the time that they took. A call that was refused counts by the code of its
 * refusal, too. Pages and files have no operation, and count together. Streams last for hours, so they are left out. Returns a function that
 * counts a refusal for which no error is thrown.
 */
export function countCalls(app: FastifyInstance, meter: Meter): (code: ErrorCode) => void {
  const calls = meter.createCounter('et_calls', { description: 'Answered calls' })
  const refusals = meter.createCounter('et_refusals', { description: 'Calls that were refused or have failed' })
  const seconds = meter.createHistogram('et_call_duration_seconds', {
    description: 'Time from the arrival of a call to the end of its answer',
    advice: { explicitBucketBoundaries: boundaries },
  })
  app.addHook('onResponse', async (request, reply) => {
    const { isStream, operationId: operation = 'pages' } = request.routeOptions.config
    if (isStream) return
    calls.add(1, { operation, status: reply.statusCode })
    seconds.record(reply.elapsedTime / 1000, { operation })
  })
  const countRefusal = (code: ErrorCode) => refusals.add(1, { code })
  app.addHook('onError', async (request, _reply, error) => countRefusal(codeOf(error, request)))
  return countRefusal
}

/** Adds a gauge of the browsers that listen for changes. */
export function countStreams(streams: Pick<Streams, 'count'>, meter: Meter): void {
  meter
    .createObservableGauge('et_streams', { description: 'Browsers that listen for changes' })
    .addCallback((result) => result.observe(streams.count()))
}
