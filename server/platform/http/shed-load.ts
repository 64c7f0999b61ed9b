import type { FastifyInstance } from 'fastify'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import type {} from '../traces/trace-calls.ts'
import { secureBareAnswer } from './security-headers.ts'
import { createAdmission, type Admission, type EndCall } from './admission.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the work on this call; undefined while it is not counted as work. */
    endWork: EndCall | undefined
  }
}

/** A sign-out protects its person, so it is always taken. */
const alwaysTaken = new Set(['sign_out'])
const waitSeconds = { least: 1, spread: 3 }
const body = JSON.stringify({ code: 'overloaded', message: errors.overloaded.message })

interface Shedding {
  publicUrl: string
  admission?: Admission | undefined
  /** Called with the code of each refusal. No error is thrown for it, so no other hook meets it. */
  onRefused?: ((code: ErrorCode) => void) | undefined
}

/**
 * Refuses calls early while the server has more of them than it can do, and lists before changes. A call counts from its
 * arrival until its answer is ready, without the time in which its body arrives: a slow sender takes no place. Pages, files,
 * streams and the addresses of health are never refused.
 */
export function shedLoad(
  app: FastifyInstance,
  { publicUrl, admission = createAdmission(), onRefused }: Shedding,
): void {
  app.decorateRequest('endWork', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { operationId, isUpload } = request.routeOptions.config
    if (operationId === undefined || isUpload || alwaysTaken.has(operationId)) return done()
    request.endWork = admission.enter(request.method === 'GET' ? 'read' : 'change')
    if (request.endWork === undefined) {
      // The waits differ, so that the callers do not come back together.
      const seconds = waitSeconds.least + Math.floor(Math.random() * waitSeconds.spread)
      onRefused?.('overloaded')
      request.span?.add({ 'et.refusal.code': 'overloaded' })
      secureBareAnswer(reply, publicUrl)
      void reply
        .code(errors.overloaded.status)
        .headers({
          'retry-after': seconds,
          'cache-control': 'no-store',
          'content-type': 'application/json; charset=utf-8',
        })
        .send(body)
      return
    }
    reply.raw.once('close', () => request.endWork?.(false))
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.method !== 'GET') request.endWork?.(false)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.endWork && request.method !== 'GET') request.endWork = admission.begin()
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endWork?.(true)
    done(null, payload)
  })
}
