import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Operation } from '../../../contract/operation.ts'
import { createHash } from 'node:crypto'
import type { RunOnce, KeyedCall, Write } from '../db/write.ts'
import { nameCall } from './call-name.ts'
import { limitConcurrentCalls } from './limit-concurrent-calls.ts'
import { parseInput } from './parse-input.ts'
import { type EnterLimits, limitBeforeBody, runWithinLimits } from './rate-limits.ts'
import { readJson } from './read-json.ts'
import type { Call, Caller, Route } from './route.ts'
import { readProof, type ConsumeProof } from './step-up.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean
    /** The id of the operation in the contract. */
    operationId?: string
  }
}

const jsonMaxBytes = 64 * 1024
/** Each upload is in memory as a whole. */
const uploadsAtOnce = { ofOne: 2, ofAll: 40 }
/** A reader who takes a file slowly keeps a connection, an open file and a piece of it in memory. */
const downloadsAtOnce = { ofOne: 4, ofAll: 200 }
const userAgentMaxLength = 300

/** The services that every route needs beside its operation. */
export interface RouteParts {
  enter: EnterLimits
  consumeProof: ConsumeProof
  /** Creates the function by which a caller's operation writes. */
  createWrite: (caller: Caller, operation: Operation) => Write
  runOnce: RunOnce
  /** Records the read of an administrator, if the operation says so. */
  recordRead: (operation: Operation, read: { caller: Caller; ipAddress: string; params: unknown }) => Promise<void>
  /** Counts the members about whom an administrator reads in this answer, or refuses to send it. */
  countMembers: (reader: { userId: string; ipAddress: string }, answer: unknown) => Promise<void>
}

/**
 * Makes each operation a route. The server checks access, reads the body, checks access again and parses the body.
 * Then it uses up the proof that the operation needs, so that a mistake in the form costs no proof. Then the handler
 * runs. Its answer must fit the operation's schema, so that an undeclared column cannot leak. A proof that the call did
 * not need is used up, too.
 */
export async function registerRoutes(app: FastifyInstance, routes: Route[], parts: RouteParts): Promise<void> {
  const limitDownloads = limitConcurrentCalls(downloadsAtOnce)
  const add = (part: FastifyInstance, entry: Route) => register(part, entry, { ...parts, limitDownloads })
  await app.register(async (json) => {
    json.removeAllContentTypeParsers()
    json.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: jsonMaxBytes },
      async (_request: FastifyRequest, text: string | Buffer) => readJson(String(text)),
    )
    for (const entry of routes.filter(({ operation }) => !operation.upload)) add(json, entry)
  })
  for (const entry of routes.filter(({ operation }) => operation.upload)) {
    await app.register(async (uploads) => {
      uploads.removeAllContentTypeParsers()
      uploads.addContentTypeParser(
        [...(entry.operation.upload?.types ?? [])],
        { parseAs: 'buffer' },
        async (_request: FastifyRequest, bytes: string | Buffer) => bytes,
      )
      add(uploads, entry)
    })
  }
}

interface RegisterParts extends RouteParts {
  /** Counts the files of all kinds that a person reads at the moment. */
  limitDownloads: ReturnType<typeof limitConcurrentCalls>
}

function register(app: FastifyInstance, { operation, handle }: Route, parts: RegisterParts): void {
  const { upload } = operation
  const { enter, consumeProof, createWrite, runOnce } = parts
  app.route({
    method: operation.method,
    url: operation.path,
    config: {
      operationId: operation.id,
      access: operation.access,
      ...(operation.duties && { duties: operation.duties }),
      isBeforeEnrolment: operation.isBeforeEnrolment === true,
      isUpload: upload !== undefined,
    },
    ...(upload && {
      bodyLimit: upload.maxBytes,
      onRequest: [limitConcurrentCalls(uploadsAtOnce), limitBeforeBody(enter, operation)],
    }),
    ...(operation.download && { onRequest: [parts.limitDownloads] }),
    // A read is on record before its first byte leaves.
    ...(operation.onRecord && {
      onSend: async (request: FastifyRequest, reply: FastifyReply) => {
        if (reply.statusCode === 200)
          await parts.recordRead(operation, { ...originOf(request), params: request.params })
      },
    }),
    handler: async (request, reply) => {
      const input = parseInput(operation, request)
      const proof = readProof(consumeProof, operation, request, () => nameCall(operation, input))
      const work = async (write: Write) => {
        const isProofDue = operation.stepUp?.when === 'always'
        // A call without any proof costs no query, so it does not count as an attempt either.
        if (isProofDue && !proof.isGiven) await proof.require()
        const call = {
          ...input,
          ...originOf(request),
          write,
          requireProof: proof.require,
          request,
          reply,
        } as unknown as Call
        // Limits apply to the parsed body, so a mistake in the form does not count as an attempt.
        if (upload) return handle(call)
        return runWithinLimits(enter, operation, call, async () => {
          if (isProofDue) await proof.require()
          return handle(call)
        })
      }
      const write = createWrite(request.caller, operation)
      const keyed = operation.isIdempotent && toKeyedCall(operation, input, request)
      const result = await (keyed ? runOnce(keyed, write, work) : work(write))
      await proof.drop()
      const { caller, clientAddress: ipAddress } = request
      if (caller.role === 'admin' && operation.method === 'GET' && !operation.download)
        await parts.countMembers({ userId: caller.userId, ipAddress }, result)
      return operation.download ? result : sendChecked(operation, result, reply)
    },
  })
}

/** Returns the identity of a call: the caller, the key and the whole input. */
function toKeyedCall(
  { id }: Operation,
  { params, query, body, key }: ReturnType<typeof parseInput>,
  { caller, headers }: FastifyRequest,
): KeyedCall {
  if (caller.role === 'visitor' || key === undefined)
    throw new Error(`${id} needs somebody who is signed in, and a key`)
  const file = Buffer.isBuffer(body) && [headers['content-type'], createHash('sha256').update(body).digest('hex')]
  return { userId: caller.userId, key, content: JSON.stringify([id, params, query, file || body]) }
}

function sendChecked(operation: Operation, result: unknown, reply: FastifyReply): FastifyReply {
  const answer = z.safeParse(operation.output, result)
  if (!answer.success)
    throw new Error(`${operation.id} answered what its schema does not allow: ${problemsOf(answer.error)}`)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.data))
}

/** Lists the places of the problems, not the values. */
function problemsOf(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')
}

function originOf(request: FastifyRequest) {
  return { caller: request.caller, ipAddress: request.clientAddress, userAgent: readUserAgent(request) }
}

/** Returns one short line for any header. */
function readUserAgent(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, userAgentMaxLength)
}
