import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import { stepUpHeader, type StepUpAction } from '../../../contract/step-up.ts'

/** Uses up a proof, or refuses. */
export type ConsumeProof = (
  owner: { userId: string; sessionId: string },
  action: StepUpAction,
  proof: string | undefined,
) => Promise<void>

/** Uses up the proof in the call's header for the action that the operation declares. */
export async function requireProof(
  take: ConsumeProof,
  { id, stepUp }: Operation,
  request: FastifyRequest,
): Promise<void> {
  const { caller, headers } = request
  const proof = headers[stepUpHeader]
  if (!stepUp || caller.role === 'visitor') throw new Error(`${id} declares nothing to prove, or nobody to prove it`)
  await take(caller, stepUp.action, typeof proof === 'string' ? proof : undefined)
}
