import { join } from 'node:path'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Topic } from '../../contract/events.ts'
import type { InputOf, Operation, OutputOf } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { isInDuty } from '../../contract/roles.ts'
import { downloadChatFile } from '../../contract/chat.ts'
import { downloadFile } from '../../contract/uploads.ts'
import { sendFile } from '../../server/platform/http/send-file.ts'
import type { UploadType } from '../../server/money/slips/file-content.ts'
import { createEvents } from '../../server/platform/events/events.ts'
import { createStreams } from '../../server/platform/events/streams.ts'
import { Refusal, refuseDuty } from '../../server/platform/db/refusal.ts'
import type {} from '../../server/platform/http/access.ts'
import type {} from '../../server/platform/http/client-address.ts'
import { addEventStream } from '../../server/platform/http/event-stream.ts'
import { registerRoutes } from '../../server/platform/http/register-routes.ts'
import { replyError } from '../../server/platform/http/reply-error.ts'
import type { Call, Caller } from '../../server/platform/http/route.ts'
import { addSecurityHeaders } from '../../server/platform/http/security-headers.ts'
import { serveWeb } from '../../server/platform/http/serve-web.ts'
import { noLimits } from '../../server/platform/rate-limits/rate-limits.ts'
import { findFreePort } from './server.ts'

/** A call that the page made: its input, the key of a call that may be repeated, and the request itself. */
export type AnsweredCall<O extends Operation> = InputOf<O> & {
  key: string | undefined
  /** Refuses a call without a step-up proof, for an operation that needs one in some cases. */
  requireProof: () => Promise<void>
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer of the server, or a function that makes it from the call. The function may wait, and may throw a Refusal. */
export type Answer<O extends Operation> = OutputOf<O> | ((call: AnsweredCall<O>) => OutputOf<O> | Promise<OutputOf<O>>)

/** The answers that one test gives in the server's place. The contract types them and checks them once more. */
export interface Answers {
  /** The address of the server that answers. */
  url: string
  /** Answers every further call of an operation. A later answer replaces an earlier one. */
  give<O extends Operation>(operation: O, answer: Answer<O>): void
  /** Returns an operation's calls so far, the oldest first. */
  callsOf<O extends Operation>(operation: O): AnsweredCall<O>[]
  /** Takes all further calls as those of this caller, without a look at cookies. */
  callAs(caller: Caller): void
  /** Tells the page that data has changed, as the server's event stream does. */
  announce(...topics: Topic[]): void
  /** Ends the test with an error if the page made a call that has no answer. */
  expectComplete(): void
}

/** The answer of a test to the download of a file. */
export interface FileAnswer {
  bytes: Buffer
  type: UploadType
  name: string
}

/** Serves the built pages, and answers their calls as the current test says. It needs no database. */
export interface AnswerServer {
  url: string
  /** Forgets the answers, calls and caller of the test before. */
  begin(): Answers
  stop(): Promise<void>
}

export async function startAnswerServer(): Promise<AnswerServer> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const events = createEvents()
  let answers = new Map<Operation, (input: never) => unknown>()
  let calls: { operation: Operation; input: Call }[] = []
  let unanswered = new Set<string>()
  let caller: Caller = { role: 'visitor' }

  const answerCall = async (operation: Operation, input: Call): Promise<unknown> => {
    calls.push({ operation, input })
    const answer = answers.get(operation)
    if (answer === undefined) {
      unanswered.add(operation.id)
      throw new Error(`The test gives no answer to ${operation.id}.`)
    }
    return answer(input as never)
  }
  const app = await createAnswerApp(url, {
    answerCall,
    findCaller: () => caller,
    streams: createStreams({
      events,
      findLive: async (owners) => new Set(owners.map(({ sessionId }) => sessionId)),
      onError: () => {},
    }),
  })
  await app.listen({ port, host: '127.0.0.1' })

  return {
    url,
    begin() {
      caller = { role: 'visitor' }
      answers = new Map()
      calls = []
      unanswered = new Set()
      return {
        url,
        give: (operation, answer) => void answers.set(operation, toFunction(answer)),
        callsOf: (operation) => calls.filter((call) => call.operation === operation).map(({ input }) => input) as never,
        callAs(nextCaller) {
          caller = nextCaller
        },
        announce: (...topics) => events.publish({ topics, toEveryone: true }),
        expectComplete() {
          if (unanswered.size > 0) throw new Error(`The test gives no answer to ${[...unanswered].join(', ')}.`)
        },
      }
    },
    stop: () => app.close(),
  }
}

function toFunction<O extends Operation>(answer: Answer<O>): (input: never) => unknown {
  return typeof answer === 'function' ? (answer as (input: never) => unknown) : () => answer
}

interface AnswerParts {
  answerCall: (operation: Operation, input: Call) => Promise<unknown>
  findCaller: () => Caller
  streams: ReturnType<typeof createStreams>
}

function giveFile(reply: FastifyReply, { bytes, ...file }: FileAnswer): FastifyReply {
  return sendFile(reply, { ...file, size: bytes.length, stream: Readable.from(bytes) })
}

/** Joins the real reading of calls, the real refusals and the real pages with made-up answers. */
async function createAnswerApp(
  url: string,
  { answerCall, findCaller, streams }: AnswerParts,
): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true })
  app.setErrorHandler(replyError)
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.caller = findCaller()
    const { caller } = request
    const { access, duties } = request.routeOptions.config
    if (!access) return
    if (!access.includes(caller.role)) throw new Refusal(caller.role === 'visitor' ? 'not_signed_in' : 'forbidden')
    if (caller.role === 'admin' && !isInDuty(caller.duty, { duties })) throw refuseDuty(duties)
  })
  await addSecurityHeaders(app, url)
  await app.register(compress)
  await app.register(cookie)
  const routes = operations.map((operation) => ({
    operation,
    handle: async (input: Call) => {
      const answer = await answerCall(operation, input)
      return operation === downloadFile || operation === downloadChatFile
        ? giveFile(input.reply, answer as FileAnswer)
        : answer
    },
  }))
  await registerRoutes(app, routes, {
    enter: noLimits.enter,
    // The proof of a page comes from an answer, so every proof counts.
    consumeProof: async () => true,
    createWrite: () => () => {
      throw new Error('An answer writes nothing.')
    },
    runOnce: async (_call, write, work) => work(write),
    countMembers: async () => {},
    recordRead: async () => {},
  })
  addEventStream(app, streams)
  const webDir = join(import.meta.dirname, '../../dist/web')
  await serveWeb(app, { webDir, publicUrl: url, operations, hasPseudoLanguages: true })
  return app
}
