import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../contract/operation.ts'
import type { StepUpAction } from '../../contract/step-up.ts'
import { nameCall } from '../../server/platform/http/call-name.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { parseInput } from '../../server/platform/http/parse-input.ts'

/**
 * Returns the action and the name of a call, for which the server creates a proof. A form with a mistake has no name, and is
 * refused before its proof is read, so it gets any name.
 */
export function provenCall(
  operation: Operation,
  { params = {}, query = {}, body }: { params?: unknown; query?: unknown; body?: unknown },
): { action: StepUpAction; call: string } {
  if (!operation.stepUp) throw new Error(`${operation.id} needs no proof`)
  const request = { params, query, body, headers: { 'idempotency-key': randomUUID() } } as unknown as FastifyRequest
  const { action } = operation.stepUp
  try {
    return { action, call: nameCall(operation, parseInput(operation, request)) }
  } catch (error) {
    if (error instanceof Refusal) return { action, call: 'A'.repeat(43) }
    throw error
  }
}
