import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { faultOf, type Fault } from '../../../contract/faults.ts'
import type { Operation } from '../../../contract/operation.ts'
import { Refusal } from '../db/refusal.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// The answer names only the first few unknown fields of a call.
const maxNamedKeys = 10

/** Checks a call's input against the operation's schemas. Unknown fields are refused, and every bad field is named. */
export function parseInput(operation: Operation, request: FastifyRequest) {
  return {
    params: parse(operation.params, request.params),
    query: parse(operation.query ?? noFields, request.query),
    body: operation.upload ? request.body : parse(operation.body ?? noFields, request.body ?? {}),
    key: operation.isMoney || operation.isIdempotent ? readKey(request.headers['idempotency-key']) : undefined,
  }
}

const noFields = z.strictObject({})

function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw new Refusal('invalid_request', { fields: fieldsOf(result.error.issues) })
}

/** Returns the first fault of each field, in the order of the schema. A mistake of the whole input has no field. */
function fieldsOf(issues: z.core.$ZodIssue[]): Record<string, Fault> {
  const faults = new Map<string, Fault>()
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, maxNamedKeys).map((key) => [key]) : [[]]
    for (const key of keys) {
      const path = [...issue.path, ...key].join('.')
      if (path !== '' && !faults.has(path)) faults.set(path, faultOf(issue) ?? { code: 'invalid_request' })
    }
  }
  return Object.fromEntries(faults)
}

function readKey(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !uuid.test(header)) throw new Refusal('idempotency_key_required')
  return header.toLowerCase()
}
