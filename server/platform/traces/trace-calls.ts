import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codeOf } from '../http/reply-error.ts'
import { currentTraces, type Link, type OpenSpan } from './spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this call, if it is traced. */
    span: OpenSpan | undefined
  }
}

/**
 * Makes a span of each call, from its arrival to the end of its answer. It has the pattern of the route, and nothing that the
 * caller has sent. Streams are left out, because they last for hours. This comes before all other hooks, so what they do is part of the call.
 */
export function traceCalls(app: FastifyInstance): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, id } = request
    if (routeOptions.config.isStream) return done()
    const { url: route, config } = routeOptions
    request.span = currentTraces()?.begin({
      kind: 'call',
      name: route === undefined ? method : `${method} ${route}`,
      details: {
        'http.request.method': method,
        ...(route !== undefined && { 'http.route': route }),
        ...(config.operationId !== undefined && { 'et.operation': config.operationId }),
        'et.request.id': id,
      },
      link: findLink(request),
    })
    // A caller who leaves gets no answer, so no later hook ends the span.
    reply.raw.once('close', () => reply.raw.writableFinished || request.span?.end('cut_off'))
    runWithin(request, done)
  })
  // The events of a body that arrives do not belong to the call that waits for it.
  app.addHook('preValidation', (request, _reply, done) => runWithin(request, done))
  app.addHook('onError', async (request, _reply, error) =>
    request.span?.add({ 'et.refusal.code': codeOf(error, request) }),
  )
  app.addHook('onResponse', async ({ span }, reply) => {
    span?.add({ 'http.response.status_code': reply.statusCode })
    if (reply.raw.writableFinished) span?.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined)
  })
}

function runWithin({ span }: FastifyRequest, done: () => void): void {
  if (span) span.within(done)
  else done()
}

/**
 * Returns the span that a trusted proxy names. A proxy may pass on what an outsider sent, so it is a link: it begins no trace, is the
 * parent of none, and has no say in what is traced.
 */
function findLink({ ips, headers }: FastifyRequest): Link | undefined {
  // The addresses are more than one if a trusted proxy has named a visitor.
  return ips !== undefined && ips.length > 1 ? readTraceParent(headers['traceparent']) : undefined
}

/** Reads the header `traceparent`. Returns undefined for anything else than its present form. */
function readTraceParent(header: string | string[] | undefined): Link | undefined {
  const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(String(header)) ?? []
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId }
}
