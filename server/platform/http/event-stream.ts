import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { eventsPath } from '../../../contract/events.ts'
import { everyDuty, signedIn } from '../../../contract/roles.ts'
import { Refusal } from '../db/refusal.ts'
import type { SignedIn } from './route.ts'

interface OpenStreams {
  open(owner: SignedIn, response: ServerResponse, headers: Record<string, string>): void
  close(): void
}

/** Adds the stream of changes. It is no operation of the contract, because its answer never ends. */
export function addEventStream(app: FastifyInstance, streams: OpenStreams): void {
  const config = { access: signedIn, duties: everyDuty, isStream: true }
  app.get(eventsPath, { config, exposeHeadRoute: false }, (request, reply) => {
    if (request.caller.role === 'visitor') throw new Error('the access check let a visitor in')
    // A stream carries all changes that concern its caller. It has no parameters, so any parameter is a mistake.
    if (Object.keys(request.query as object).length > 0) throw new Refusal('invalid_request')
    const headers = { ...(reply.getHeaders() as Record<string, string>), 'cache-control': 'no-store, no-transform' }
    reply.hijack()
    streams.open(request.caller, reply.raw, headers)
  })
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })
}
